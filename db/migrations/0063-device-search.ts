/** The list of devices is sorted by name and searched. */
export const up = `
CREATE INDEX devices_name ON devices (lower(name), id) WHERE retired_at IS NULL;
CREATE INDEX devices_search ON devices USING gin ((name || ' ' || hardware_id || ' ' || coalesce(comment, '')) gin_trgm_ops)
  WHERE retired_at IS NULL;
`
