/** The place that a plan has found for a reservation, until it is moved there. */
export const up = `
ALTER TABLE reservation_maintenance_periods ADD COLUMN planned_device_id integer REFERENCES devices ON DELETE SET NULL;
CREATE INDEX reservation_maintenance_periods_planned ON reservation_maintenance_periods (next_try_at) WHERE planned_device_id IS NOT NULL;
CREATE INDEX reservation_maintenance_periods_planned_device ON reservation_maintenance_periods (planned_device_id) WHERE planned_device_id IS NOT NULL;
COMMENT ON COLUMN reservation_maintenance_periods.planned_device_id IS 'Where it is to be moved next; empty = nowhere, or it is there';
COMMENT ON COLUMN reservation_maintenance_periods.tries IS 'How often a place was looked for; 0 = nobody has looked yet';
`
