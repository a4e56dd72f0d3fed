/** An access method whose ways change means another way into its devices: caching gateways and open screens follow. */
export const up = `
CREATE FUNCTION follow_access_methods() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer[] := array(SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.attributes, n.disable_control_when_in_state) IS DISTINCT FROM (o.attributes, o.disable_control_when_in_state));
BEGIN
  IF NOT EXISTS (SELECT FROM device_method_links WHERE access_method_id = ANY (changed)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO reservation_handouts (gateway_id)
  SELECT DISTINCT g.id FROM device_method_links l JOIN devices d ON d.id = l.device_id JOIN gateways g ON g.id = d.gateway_id
  WHERE l.access_method_id = ANY (changed) AND g.allow_offline_caching;
  PERFORM pg_notify('rights', '{"all": true, "again": true}');
  RETURN NULL;
END $$;
CREATE TRIGGER follow_access_methods AFTER UPDATE ON device_access_methods REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_access_methods();
`
