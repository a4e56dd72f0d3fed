/** Incidents that come of comparing sensors with reservations, what maintenance still has to do, and stays that go on after their end. */
export const up = `
ALTER TABLE malfunctions DROP CONSTRAINT malfunctions_kind_check;
ALTER TABLE malfunctions ADD CONSTRAINT malfunctions_kind_check CHECK (kind IN ('unreachable', 'not-responding', 'sensor-dirty', 'low-voltage', 'error-status', 'stuck-door', 'gateway-silent', 'access-guessing', 'emergency-open', 'occupied-unbooked', 'booked-blocked', 'sensor-doubtful', 'overstay'));
ALTER TABLE malfunctions ADD COLUMN reservation_id integer REFERENCES reservations ON DELETE SET NULL;
CREATE INDEX malfunctions_reservation ON malfunctions (reservation_id) WHERE reservation_id IS NOT NULL;
COMMENT ON COLUMN malfunctions.reservation_id IS 'The reservation that it is about: who stays too long, who cannot use his place';

ALTER TABLE reservation_maintenance_periods DROP CONSTRAINT reservation_maintenance_periods_outcome_check;
ALTER TABLE reservation_maintenance_periods ADD CONSTRAINT reservation_maintenance_periods_outcome_check
  CHECK (outcome IN ('pending', 'rebooked', 'not-moved', 'lost-access', 'canceled', 'restored'));
ALTER TABLE reservation_maintenance_periods ALTER COLUMN tries SET DEFAULT 0;
ALTER TABLE reservation_maintenance_periods
  ADD COLUMN next_try_at timestamptz,
  ADD COLUMN last_try_at timestamptz,
  ADD CHECK (outcome <> 'pending' OR next_try_at IS NOT NULL);
CREATE INDEX reservation_maintenance_periods_next ON reservation_maintenance_periods (next_try_at) WHERE next_try_at IS NOT NULL;
COMMENT ON COLUMN reservation_maintenance_periods.outcome IS 'pending = nobody has dealt with it yet; lost-access = it was running, and cannot be moved';
COMMENT ON COLUMN reservation_maintenance_periods.next_try_at IS 'When it is dealt with next; empty = settled';
COMMENT ON COLUMN reservation_maintenance_periods.last_try_at IS 'Until when another place is looked for';

CREATE TABLE overstays (
  reservation_id integer PRIMARY KEY REFERENCES reservations ON DELETE CASCADE,
  device_id     integer NOT NULL REFERENCES devices ON DELETE RESTRICT,
  began_at      timestamptz NOT NULL,
  until_at      timestamptz NOT NULL,
  ended_at      timestamptz,
  price_cents   integer NOT NULL DEFAULT 0 CHECK (price_cents >= 0),
  charged_cents integer NOT NULL DEFAULT 0 CHECK (charged_cents BETWEEN 0 AND price_cents),
  version       bigint NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL DEFAULT now(),
  CHECK (until_at >= began_at),
  CHECK (ended_at >= began_at)
);
CREATE INDEX overstays_open ON overstays (until_at) WHERE ended_at IS NULL;
CREATE INDEX overstays_device ON overstays (device_id, began_at);
COMMENT ON TABLE overstays IS 'Stays whose place was still occupied at their end: until when it may be opened, when it was left, what that costs';

CREATE TABLE overstay_hits (
  reservation_id integer PRIMARY KEY REFERENCES reservations ON DELETE CASCADE,
  overstay_id    integer NOT NULL REFERENCES overstays (reservation_id) ON DELETE CASCADE,
  outcome        text NOT NULL CHECK (outcome IN ('rebooked', 'not-moved', 'freed', 'canceled')),
  from_device_id integer REFERENCES devices ON DELETE RESTRICT,
  to_device_id   integer REFERENCES devices ON DELETE RESTRICT,
  next_try_at    timestamptz,
  at             timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX overstay_hits_overstay ON overstay_hits (overstay_id);
CREATE INDEX overstay_hits_next ON overstay_hits (next_try_at) WHERE next_try_at IS NOT NULL;
COMMENT ON TABLE overstay_hits IS 'Who comes next to a place that is not left: moved, told that he could not be moved, or freed in time';
`
