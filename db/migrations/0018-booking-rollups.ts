/** Rollups of reservations and money by site and hour, their progress, and late changes. */
export const up = `
CREATE TABLE rollup_bookings (
  site_id       integer NOT NULL,
  bucket        timestamptz NOT NULL,
  booked_ms     bigint NOT NULL,
  began         integer NOT NULL,
  reservations  integer NOT NULL,
  canceled      integer NOT NULL,
  lasted_ms     bigint NOT NULL,
  revenue_cents bigint NOT NULL,
  refund_cents  bigint NOT NULL,
  PRIMARY KEY (site_id, bucket)
);
COMMENT ON TABLE rollup_bookings IS 'Reservations and their money by site and UTC hour; empty hours have no row';
COMMENT ON COLUMN rollup_bookings.booked_ms IS 'How long places of this site (as of now) were reserved within the hour; began counts those that began in it';
COMMENT ON COLUMN rollup_bookings.reservations IS 'Reservations of the site that begin in the hour; canceled: those given up before; lasted_ms: duration of the others';
COMMENT ON COLUMN rollup_bookings.revenue_cents IS 'Payments minus refunds within the hour for reservations of the site; refund_cents: the refunds';

CREATE TABLE rollup_bookings_state (
  single        boolean PRIMARY KEY DEFAULT true CHECK (single),
  closing_until timestamptz NOT NULL DEFAULT '-infinity',
  rolled_until  timestamptz NOT NULL DEFAULT '-infinity',
  CHECK (rolled_until <= closing_until)
);
INSERT INTO rollup_bookings_state DEFAULT VALUES;
COMMENT ON TABLE rollup_bookings_state IS 'How far reservations are rolled up';
COMMENT ON COLUMN rollup_bookings_state.closing_until IS 'Changes of earlier hours are late: their writer lists site and hours in rollup_bookings_late';
COMMENT ON COLUMN rollup_bookings_state.rolled_until IS 'Whole hours before it are rolled up, except those in rollup_bookings_late';

-- Only appended to and emptied.
CREATE TABLE rollup_bookings_late (
  site_id integer NOT NULL,
  since   timestamptz NOT NULL,
  until   timestamptz NOT NULL,
  CHECK (since < until)
);
CREATE INDEX rollup_bookings_late_site ON rollup_bookings_late (site_id);
COMMENT ON TABLE rollup_bookings_late IS 'Whole hours [since, until) of sites that changed after their rollup, to be rolled up again';

CREATE FUNCTION note_late_bookings(changed_site integer, changed_from timestamptz, changed_until timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO rollup_bookings_late (site_id, since, until)
  SELECT changed_site, date_trunc('hour', changed_from, 'UTC'), least(date_trunc('hour', changed_until, 'UTC') + interval '1 hour', closing_until)
  FROM rollup_bookings_state WHERE changed_from < closing_until
$$;

-- What has not begun lies in no closed hour: an hour is closed only after its end. So a booking of a time to come costs a comparison.
CREATE FUNCTION note_late_reservation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note_late_bookings(site.id, OLD.starts_at, OLD.ends_at)
    FROM (SELECT OLD.site_id AS id UNION SELECT d.site_id FROM devices d WHERE d.id = OLD.device_id) site;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_late_bookings(site.id, NEW.starts_at, NEW.ends_at)
    FROM (SELECT NEW.site_id AS id UNION SELECT d.site_id FROM devices d WHERE d.id = NEW.device_id) site;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_late_insert AFTER INSERT ON reservations FOR EACH ROW
  WHEN (NEW.starts_at < clock_timestamp() AND NEW.state IN ('RESERVED', 'STORNO')) EXECUTE FUNCTION note_late_reservation();
CREATE TRIGGER note_late_update AFTER UPDATE OF state, starts_at, ends_at, ended_at, device_id, site_id, shared, parent_id ON reservations FOR EACH ROW
  WHEN (least(OLD.starts_at, NEW.starts_at) < clock_timestamp() AND (OLD.state IN ('RESERVED', 'STORNO') OR NEW.state IN ('RESERVED', 'STORNO'))
    AND (OLD.state, OLD.starts_at, OLD.ends_at, OLD.ended_at, OLD.device_id, OLD.site_id, OLD.shared, OLD.parent_id)
      IS DISTINCT FROM (NEW.state, NEW.starts_at, NEW.ends_at, NEW.ended_at, NEW.device_id, NEW.site_id, NEW.shared, NEW.parent_id))
  EXECUTE FUNCTION note_late_reservation();
CREATE TRIGGER note_late_delete AFTER DELETE ON reservations FOR EACH ROW
  WHEN (OLD.starts_at < clock_timestamp() AND OLD.state IN ('RESERVED', 'STORNO')) EXECUTE FUNCTION note_late_reservation();

-- Its money counts at its site, also what was paid long before it begins.
CREATE FUNCTION note_moved_reservation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_late_bookings(site.id, paid.first, paid.last)
  FROM (SELECT min(created_at) AS first, max(created_at) AS last FROM transactions WHERE reservation_id = NEW.id) paid, unnest(ARRAY[OLD.site_id, NEW.site_id]) site (id);
  RETURN NULL;
END $$;
CREATE TRIGGER note_moved AFTER UPDATE OF site_id ON reservations FOR EACH ROW
  WHEN (OLD.site_id <> NEW.site_id) EXECUTE FUNCTION note_moved_reservation();

-- An hour is closed ten minutes after its end: what is entered at its own time lies in none.
CREATE FUNCTION note_late_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_late_bookings(r.site_id, NEW.created_at, NEW.created_at) FROM reservations r WHERE r.id = NEW.reservation_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_late AFTER INSERT ON transactions FOR EACH ROW
  WHEN (NEW.reservation_id IS NOT NULL AND NEW.created_at < clock_timestamp() - interval '5 minutes') EXECUTE FUNCTION note_late_transaction();

-- Only places in use count where they stand: what they were reserved goes with them.
CREATE FUNCTION note_moved_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_late_bookings(site.id, held.first, held.last)
  FROM (SELECT min(starts_at) AS first, max(ends_at) AS last FROM reservations WHERE device_id = NEW.id AND state IN ('RESERVED', 'STORNO')) held,
    (SELECT OLD.site_id AS id UNION SELECT NEW.site_id) site;
  RETURN NULL;
END $$;
CREATE TRIGGER note_moved AFTER UPDATE OF site_id, device_type_id, retired_at ON devices FOR EACH ROW
  WHEN ((OLD.site_id, OLD.device_type_id, OLD.retired_at) IS DISTINCT FROM (NEW.site_id, NEW.device_type_id, NEW.retired_at)) EXECUTE FUNCTION note_moved_device();
`
