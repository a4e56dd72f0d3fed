/** What views show of a device type has changed: every view is read again. */
export const up = `
CREATE FUNCTION follow_device_types() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.display_name, n.plural_name, n.icon, n.translations, n.has_status, n.is_reservable, n.occupied_blocks_control, n.controls)
      IS DISTINCT FROM (o.display_name, o.plural_name, o.icon, o.translations, o.has_status, o.is_reservable, o.occupied_blocks_control, o.controls)
    AND EXISTS (SELECT FROM devices WHERE device_type_id = n.id)) THEN
    PERFORM pg_notify('rights', '{"all": true, "again": true}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_device_types AFTER UPDATE ON device_types REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_device_types();

COMMENT ON COLUMN device_types.field_map_version IS 'Rises with every change of the field map';
`
