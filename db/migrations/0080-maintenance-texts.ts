/** The texts of a maintenance period are edited by a version of their own: its progress leaves it as it is. */
export const up = `
ALTER TABLE maintenance_periods ADD COLUMN edit_version bigint NOT NULL DEFAULT nextval('change_version');
COMMENT ON COLUMN maintenance_periods.edit_version IS 'Drawn when somebody edits or ends the period; its progress leaves it as it is';

CREATE FUNCTION draw_edit_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.edit_version := nextval('change_version');
  RETURN NEW;
END $$;
CREATE TRIGGER draw_edit_version BEFORE UPDATE OF reason, description, revoked_at ON maintenance_periods FOR EACH ROW
  EXECUTE FUNCTION draw_edit_version();
`
