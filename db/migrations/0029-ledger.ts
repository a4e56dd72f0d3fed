/** The ledger of orders is read by the sites of its reader, newest first, however many orders there are. */
export const up = `
ALTER TABLE orders ADD COLUMN site_id integer REFERENCES sites ON DELETE RESTRICT;
UPDATE orders o SET site_id = d.site_id FROM devices d WHERE d.id = o.device_id;
ALTER TABLE orders ALTER COLUMN site_id SET NOT NULL;
COMMENT ON COLUMN orders.site_id IS 'Where the device stood when it was ordered: whoever operates that site may read it';
CREATE INDEX orders_site ON orders (site_id, issued_at, id);
CREATE INDEX orders_site_state ON orders (site_id, state, issued_at, id);
CREATE INDEX orders_site_allowed ON orders (site_id, allowed_by, issued_at, id);

CREATE FUNCTION order_at_its_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT site_id INTO NEW.site_id FROM devices WHERE id = NEW.device_id;
  RETURN NEW;
END $$;
CREATE TRIGGER at_its_site BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.site_id IS NULL) EXECUTE FUNCTION order_at_its_site();
CREATE INDEX access_events_run ON access_events (run_id) WHERE run_id IS NOT NULL;

-- Runs of several devices, each for itself, that wait for the end of their orders.
CREATE INDEX control_runs_waiting ON control_runs (id) WHERE state = 'running' AND kind <> 'path';
-- Acknowledged, and closed a day later where the device cannot say that it is shut.
CREATE INDEX malfunctions_emergency ON malfunctions (acknowledged_at) WHERE kind = 'emergency-open' AND closed_at IS NULL;
`
