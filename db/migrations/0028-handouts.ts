/** When gateways are handed reservations again: whatever changes who may open what, at all gateways of a reservation's doors. */
export const up = `
-- What a reservation opens may hang on several gateways: its doors and barriers have its PIN and plate too.
CREATE OR REPLACE FUNCTION hand_out_reservations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id)
  SELECT DISTINCT g.id FROM devices d JOIN gateways g ON g.id = d.gateway_id
  WHERE g.allow_offline_caching
    AND (TG_OP <> 'INSERT' AND d.id = OLD.device_id
      OR TG_OP <> 'DELETE' AND d.id = NEW.device_id
      OR TG_OP = 'UPDATE' AND d.id IN (SELECT device_id FROM reservations WHERE parent_id = NEW.id AND state = 'RESERVED'));
  RETURN NULL;
END $$;

-- Whoever is blocked or no longer: the gateways of what he has reserved.
CREATE FUNCTION hand_out_blocked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id)
  SELECT DISTINCT g.id FROM reservations h JOIN reservations r ON r.id = h.id OR r.parent_id = h.id
    JOIN devices d ON d.id = r.device_id JOIN gateways g ON g.id = d.gateway_id
  WHERE h.user_id = coalesce(NEW.user_id, OLD.user_id) AND h.state = 'RESERVED' AND h.ends_at > now() AND g.allow_offline_caching;
  RETURN NULL;
END $$;
CREATE TRIGGER hand_out AFTER INSERT OR DELETE OR UPDATE OF state ON blocked_users FOR EACH ROW EXECUTE FUNCTION hand_out_blocked();

-- Maintenance that begins, ends or moves: the gateways of the devices that it covers.
CREATE FUNCTION hand_out_maintained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id)
  SELECT DISTINCT g.id FROM devices d JOIN gateways g ON g.id = d.gateway_id
  WHERE g.allow_offline_caching AND (d.id = NEW.device_id OR d.site_id = NEW.site_id
    OR d.site_id IN (SELECT site_id FROM site_zones WHERE zone_id = NEW.zone_id));
  RETURN NULL;
END $$;
CREATE TRIGGER hand_out AFTER INSERT OR UPDATE OF starts_at, ends_at, revoked_at ON maintenance_periods
  FOR EACH ROW EXECUTE FUNCTION hand_out_maintained();

-- What a device can read.
CREATE FUNCTION hand_out_methods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id)
  SELECT DISTINCT g.id FROM changed c JOIN devices d ON d.id = c.device_id JOIN gateways g ON g.id = d.gateway_id
  WHERE g.allow_offline_caching;
  RETURN NULL;
END $$;
CREATE TRIGGER hand_out_new AFTER INSERT ON device_method_links REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION hand_out_methods();
CREATE TRIGGER hand_out_gone AFTER DELETE ON device_method_links REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION hand_out_methods();
`
