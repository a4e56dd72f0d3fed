/**
 * Uplinks of network servers: a DevEUI means one device of its gateway, however it was written down; changes of a field map are told apart
 * by its version.
 */
export const up = `
CREATE FUNCTION dev_eui(hardware_id text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN hardware_id ~* '^([0-9a-f]{2}[-: ]{0,1}){7}[0-9a-f]{2}$' THEN upper(translate(hardware_id, '-: ', '')) END
$$;
CREATE UNIQUE INDEX devices_dev_eui_in_gateway ON devices (gateway_id, dev_eui(hardware_id))
  WHERE retired_at IS NULL AND dev_eui(hardware_id) IS NOT NULL;

ALTER TABLE device_types
  ADD COLUMN field_map_version integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT device_types_field_map CHECK (jsonb_typeof(field_map) = 'object');
COMMENT ON COLUMN device_types.field_map_version IS 'Rises with every change of the field map: whoever looked at an older one is refused';
`
