/** The list of devices is read in each of its orders without sorting all devices. */
export const up = `
CREATE INDEX devices_hardware_id ON devices (hardware_id, id) WHERE retired_at IS NULL;
CREATE INDEX devices_maintenance_state ON devices (maintenance_state, id) WHERE retired_at IS NULL;
CREATE INDEX devices_modified_at ON devices (modified_at, id) WHERE retired_at IS NULL;
CREATE INDEX sites_name ON sites (lower(coalesce(full_name, name)));
CREATE INDEX gateways_name ON gateways (lower(name));
`
