/** Gateways are edited by version, pushed to open lists, and say how far their clock is off. */
export const up = `
ALTER TABLE gateways
  ADD COLUMN shown_version  bigint NOT NULL DEFAULT 0,
  ADD COLUMN clock_ahead_ms bigint;
COMMENT ON COLUMN gateways.version IS 'Drawn when somebody edits the gateway; messages and links leave it as it is';
COMMENT ON COLUMN gateways.shown_version IS 'Version of the row on screens: drawn by edits, links, and the first message after 3 hours or ever';
COMMENT ON COLUMN gateways.clock_ahead_ms IS 'By how much its last fresh message was stamped after its arrival; negative = before';

CREATE TRIGGER draw_version BEFORE INSERT OR UPDATE OF name, label, hardware_id, comment, premise_location, site_id, monitoring,
  maintenance_state, send_mail, allow_offline_caching ON gateways FOR EACH ROW EXECUTE FUNCTION draw_version();

CREATE FUNCTION draw_shown_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.shown_version := nextval('change_version');
  RETURN NEW;
END $$;
CREATE TRIGGER draw_shown_version BEFORE INSERT OR UPDATE OF name, label, hardware_id, comment, premise_location, site_id, monitoring,
  maintenance_state, send_mail, allow_offline_caching, linked ON gateways FOR EACH ROW EXECUTE FUNCTION draw_shown_version();
CREATE TRIGGER draw_shown_version_when_heard BEFORE UPDATE OF last_message_at ON gateways FOR EACH ROW
  WHEN (OLD.last_message_at IS NULL OR OLD.last_message_at < NEW.last_message_at - interval '3 hours')
  EXECUTE FUNCTION draw_shown_version();

-- Its name is in the views of its devices and malfunctions, which are all read again.
CREATE FUNCTION rights_of_renamed_gateway() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', '{"all": true, "again": true}');
  RETURN NULL;
END $$;
CREATE TRIGGER rights_update AFTER UPDATE OF name ON gateways FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name)
  EXECUTE FUNCTION rights_of_renamed_gateway();

-- A gateway that begins to cache gets the reservations that it keeps.
CREATE FUNCTION hand_out_to_gateway() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER hand_out_to_gateway AFTER UPDATE OF allow_offline_caching ON gateways FOR EACH ROW
  WHEN (NEW.allow_offline_caching AND NOT OLD.allow_offline_caching) EXECUTE FUNCTION hand_out_to_gateway();
`
