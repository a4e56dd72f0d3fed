/** An access time has no tariff, or one of the company of its zone. Locks keep zone and tariff where they are until the commit. */
export const up = `
CREATE FUNCTION refuse_tariff_of_another_company() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an access time has a tariff of another company'
    USING ERRCODE = 'check_violation', TABLE = 'events', CONSTRAINT = 'events_tariff_of_company';
END $$;

CREATE FUNCTION check_tariff_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_zone integer;
  of_tariff integer;
BEGIN
  SELECT tenant_id INTO of_zone FROM zones WHERE id = NEW.zone_id FOR SHARE;
  SELECT tenant_id INTO of_tariff FROM tariffs WHERE id = NEW.tariff_id FOR SHARE;
  IF of_zone <> of_tariff THEN
    PERFORM refuse_tariff_of_another_company();
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tariff_of_company_insert AFTER INSERT ON events FOR EACH ROW
  WHEN (NEW.tariff_id IS NOT NULL) EXECUTE FUNCTION check_tariff_of_event();
CREATE TRIGGER tariff_of_company_update AFTER UPDATE OF zone_id, tariff_id ON events FOR EACH ROW
  WHEN (NEW.tariff_id IS NOT NULL AND (NEW.zone_id, NEW.tariff_id) IS DISTINCT FROM (OLD.zone_id, OLD.tariff_id))
  EXECUTE FUNCTION check_tariff_of_event();

CREATE FUNCTION check_events_of_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM events e JOIN zones z ON z.id = e.zone_id JOIN tariffs t ON t.id = e.tariff_id
    WHERE CASE TG_TABLE_NAME WHEN 'zones' THEN e.zone_id ELSE e.tariff_id END = NEW.id AND z.tenant_id <> t.tenant_id)
  THEN
    PERFORM refuse_tariff_of_another_company();
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tariff_of_company_update AFTER UPDATE OF tenant_id ON zones FOR EACH ROW
  WHEN (NEW.tenant_id <> OLD.tenant_id) EXECUTE FUNCTION check_events_of_moved();
CREATE TRIGGER tariff_of_company_update AFTER UPDATE OF tenant_id ON tariffs FOR EACH ROW
  WHEN (NEW.tenant_id <> OLD.tenant_id) EXECUTE FUNCTION check_events_of_moved();
`
