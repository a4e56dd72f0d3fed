/** What the search needs to be quick: live claims by site and time, which stays right because claimed devices stay at their site. */
export const up = `
-- Its condition says the same as that of the overlap rule in other words: a query that uses these words gets this index, and not the one that
-- begins with the device and is read from end to end when many devices are meant.
CREATE INDEX reservations_site_span ON reservations USING gist (site_id, span) WHERE state NOT IN ('CANCELED', 'STORNO') AND NOT shared;
COMMENT ON INDEX reservations_site_span IS 'Live claims of a site in a span, for counting what is free';

CREATE FUNCTION check_device_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reservations r WHERE r.device_id = NEW.id AND r.state IN ('CREATED', 'RESERVED') AND r.ends_at > now()) THEN
    RAISE EXCEPTION 'device % is reserved and stays at its site', NEW.id
      USING ERRCODE = 'check_violation', TABLE = 'devices', CONSTRAINT = 'devices_reserved_stay';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER reserved_stay BEFORE UPDATE OF site_id ON devices FOR EACH ROW
  WHEN (OLD.site_id IS DISTINCT FROM NEW.site_id) EXECUTE FUNCTION check_device_site();
`
