/** What the price of an overstay waits for, how ends are found, and gateways that keep reservations hear of both. */
export const up = `
ALTER TABLE overstays ADD COLUMN settled_at timestamptz;
COMMENT ON COLUMN overstays.settled_at IS 'When its price was settled: when the place was left, or when the grace was over';
CREATE INDEX overstays_occupied ON overstays (device_id) WHERE ended_at IS NULL;
CREATE INDEX reservations_ends_at ON reservations (ends_at) WHERE parent_id IS NULL AND state = 'RESERVED';

-- From now on its person may still open, and the next one not yet; or again as usual.
CREATE FUNCTION hand_out_overstays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id)
  SELECT DISTINCT g.id FROM reservations r JOIN devices d ON d.id = r.device_id JOIN gateways g ON g.id = d.gateway_id
  WHERE (r.id = NEW.reservation_id OR r.parent_id = NEW.reservation_id) AND g.allow_offline_caching;
  RETURN NULL;
END $$;
CREATE TRIGGER hand_out AFTER INSERT OR UPDATE OF ended_at ON overstays FOR EACH ROW EXECUTE FUNCTION hand_out_overstays();
`
