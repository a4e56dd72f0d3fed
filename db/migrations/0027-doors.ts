/** What somebody has reserved, now or later, and what ends now: found without looking at what is over. Rights to doors end with it. */
export const up = `
CREATE INDEX reservations_device_end ON reservations (device_id, ends_at) WHERE state = 'RESERVED';
CREATE INDEX reservations_end ON reservations (ends_at) WHERE state = 'RESERVED' AND parent_id IS NULL;

-- Who watches what a reservation opens is asked again when it is no more, or is for another device.
CREATE FUNCTION rights_of_reservation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', json_build_object('tickets', json_build_array(coalesce(NEW.parent_id, NEW.id)))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER rights_update AFTER UPDATE OF state, device_id ON reservations FOR EACH ROW
  WHEN (OLD.state = 'RESERVED' AND (NEW.state <> OLD.state OR NEW.device_id <> OLD.device_id)) EXECUTE FUNCTION rights_of_reservation();
`
