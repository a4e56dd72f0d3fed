/** Orders to devices, with the runs along a path that they belong to. */
export const up = `
CREATE TABLE control_runs (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  site_id        integer NOT NULL REFERENCES sites ON DELETE RESTRICT,
  reservation_id integer REFERENCES reservations ON DELETE RESTRICT,
  user_id        integer REFERENCES users ON DELETE SET NULL,
  action         text NOT NULL CHECK (action IN ('open', 'close', 'refresh', 'recalibrate', 'reboot')),
  path_number    integer NOT NULL DEFAULT -1,
  state          text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'stopped')),
  stopped_at_device_id integer REFERENCES devices ON DELETE RESTRICT,
  reason         text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  ended_at       timestamptz
);
CREATE INDEX control_runs_site ON control_runs (site_id, created_at);
CREATE INDEX control_runs_reservation ON control_runs (reservation_id) WHERE reservation_id IS NOT NULL;
COMMENT ON TABLE control_runs IS 'One wish for several devices: in ascending sequence number, a failure stops it and says where';

CREATE TABLE orders (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  device_id      integer NOT NULL REFERENCES devices ON DELETE RESTRICT,
  gateway_id     integer NOT NULL REFERENCES gateways ON DELETE RESTRICT,
  counter        bigint,
  action         text NOT NULL CHECK (action IN ('open', 'close', 'refresh', 'recalibrate', 'reboot')),
  state          text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'taken', 'confirmed', 'failed', 'expired', 'unknown', 'refused')),
  reason         text,
  allowed_by     text NOT NULL CHECK (allowed_by IN ('operator', 'emergency', 'reservation', 'eticket', 'schedule', 'plate', 'gps')),
  user_id        integer REFERENCES users ON DELETE SET NULL,
  reservation_id integer REFERENCES reservations ON DELETE RESTRICT,
  run_id         uuid REFERENCES control_runs ON DELETE RESTRICT,
  token_id       bigint REFERENCES tokens ON DELETE SET NULL,
  anyway         boolean NOT NULL DEFAULT false,
  note           text CHECK (char_length(note) <= 2048),
  support_code   text NOT NULL UNIQUE,
  issued_at      timestamptz NOT NULL DEFAULT now(),
  deadline       timestamptz NOT NULL,
  sent_at        timestamptz,
  taken_at       timestamptz,
  answered_at    timestamptz,
  answer         jsonb,
  settled_at     timestamptz,
  late           boolean NOT NULL DEFAULT false,
  version        bigint NOT NULL DEFAULT 0,
  CHECK (deadline > issued_at),
  CHECK ((state IN ('queued', 'sent', 'taken')) = (settled_at IS NULL))
);
CREATE UNIQUE INDEX orders_one_in_flight ON orders (device_id) WHERE state IN ('queued', 'sent', 'taken');
CREATE UNIQUE INDEX orders_counter_once ON orders (gateway_id, counter) WHERE counter IS NOT NULL;
CREATE INDEX orders_device ON orders (device_id, issued_at);
CREATE INDEX orders_gateway_open ON orders (gateway_id) WHERE state IN ('queued', 'sent', 'taken');
CREATE INDEX orders_deadline ON orders (deadline) WHERE state IN ('queued', 'sent', 'taken');
CREATE INDEX orders_reservation ON orders (reservation_id) WHERE reservation_id IS NOT NULL;
CREATE INDEX orders_run ON orders (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX orders_user ON orders (user_id, issued_at);
COMMENT ON TABLE orders IS 'Every order to a device: who, why allowed, wish, deadline, answer. Only the device''s own report confirms it';
COMMENT ON COLUMN orders.late IS 'Its answer came after it was settled';
COMMENT ON COLUMN orders.counter IS 'Rises by order of issue within the gateway, which refuses a counter not above its last';
`
