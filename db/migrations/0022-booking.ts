/** What booking needs beyond its tables: one hold a person, one follow-up a reservation, shared devices, what became of a payment. */
export const up = `
-- A door or barrier on the way belongs to everybody who booked behind it: such children claim nothing.
ALTER TABLE reservations ADD COLUMN shared boolean NOT NULL DEFAULT false;
ALTER TABLE reservations ADD CONSTRAINT reservations_shared_child CHECK (NOT shared OR parent_id IS NOT NULL);
ALTER TABLE reservations DROP CONSTRAINT reservations_no_overlap;
ALTER TABLE reservations ADD CONSTRAINT reservations_no_overlap EXCLUDE USING gist (device_id WITH =, span WITH &&) WHERE (state IN ('CREATED', 'RESERVED') AND NOT shared);
COMMENT ON CONSTRAINT reservations_no_overlap ON reservations IS 'No two live reservations or holds of one device overlap, whatever runs at once';
COMMENT ON COLUMN reservations.shared IS 'A child for a device that cannot be booked alone (door, barrier): it opens, and claims no time';

CREATE FUNCTION check_reservation_shared() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM devices d JOIN device_types t ON t.id = d.device_type_id WHERE d.id = NEW.device_id AND t.is_reservable) THEN
    RAISE EXCEPTION 'device % can be booked alone and is not shared', NEW.device_id
      USING ERRCODE = 'check_violation', TABLE = 'reservations', CONSTRAINT = 'reservations_shared_device';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shared_device BEFORE INSERT OR UPDATE OF shared, device_id ON reservations FOR EACH ROW
  WHEN (NEW.shared) EXECUTE FUNCTION check_reservation_shared();

-- Every write of a reservation is a new version of its views: no verb can forget it.
CREATE FUNCTION draw_reservation_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := nextval('change_version');
  RETURN NEW;
END $$;
CREATE TRIGGER draw_version BEFORE INSERT OR UPDATE ON reservations FOR EACH ROW EXECUTE FUNCTION draw_reservation_version();

-- A person chooses one place at a time: his own hold is found again, never doubled.
CREATE UNIQUE INDEX reservations_one_hold ON reservations (user_id) WHERE state = 'CREATED' AND hold_kind = 'choosing' AND parent_id IS NULL AND follows_id IS NULL;
-- A reservation is continued by at most one other.
CREATE UNIQUE INDEX reservations_one_follow_up ON reservations (follows_id) WHERE state IN ('CREATED', 'RESERVED') AND follows_id IS NOT NULL;

ALTER TABLE payments ADD COLUMN url text;
ALTER TABLE payments ADD COLUMN outcome text CHECK (outcome IN ('reserved', 'moved', 'refunded', 'credited'));
COMMENT ON COLUMN payments.outcome IS 'What a paid one led to: the place, an equivalent place, the money back, credit';

-- The test provider's own books, as a real provider would keep them elsewhere.
CREATE TABLE test_payments (
  session_id   text PRIMARY KEY,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  reference    text NOT NULL,
  return_url   text NOT NULL,
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paying', 'paid', 'refused', 'expired')),
  pays_at      timestamptz,
  told_at      timestamptz,
  refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND amount_cents),
  expires_at   timestamptz NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE test_payments IS 'Sessions of the built-in test payment page';
COMMENT ON COLUMN test_payments.pays_at IS 'When a payment that takes its time is through; judged by the clock, whoever asks';
COMMENT ON COLUMN test_payments.told_at IS 'When the portal was told';
CREATE TABLE test_refunds (
  request_key  text PRIMARY KEY,
  session_id   text NOT NULL REFERENCES test_payments ON DELETE CASCADE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX test_refunds_session ON test_refunds (session_id);
`
