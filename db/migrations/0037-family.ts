/** A family is looked up by its keys: asked for both ends of the join at once, each booking read every child there is. */
export const up = `
CREATE OR REPLACE FUNCTION check_reservation_family() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM reservations child JOIN reservations parent ON parent.id = child.parent_id
    WHERE child.id = NEW.id
      AND (child.state <> parent.state OR child.span <> parent.span OR parent.parent_id IS NOT NULL))
  OR EXISTS (
    SELECT FROM reservations child JOIN reservations parent ON parent.id = child.parent_id
    WHERE child.parent_id = NEW.id
      AND (child.state <> parent.state OR child.span <> parent.span OR parent.parent_id IS NOT NULL))
  THEN
    RAISE EXCEPTION 'reservation % and its family differ in state or span', NEW.id
      USING ERRCODE = 'check_violation', TABLE = 'reservations', CONSTRAINT = 'reservations_family';
  END IF;
  RETURN NULL;
END $$;
`
