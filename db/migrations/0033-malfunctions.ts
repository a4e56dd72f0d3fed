/** Malfunctions that come back, that explain others, and what they do to the reservations of the next two hours. */
export const up = `
ALTER TABLE malfunctions
  ADD COLUMN returned       integer NOT NULL DEFAULT 0 CHECK (returned >= 0),
  ADD COLUMN unsteady       boolean NOT NULL DEFAULT false,
  ADD COLUMN right_since    timestamptz,
  ADD COLUMN changed_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN cause_id       integer REFERENCES malfunctions ON DELETE SET NULL,
  ADD COLUMN affected       integer NOT NULL DEFAULT 0 CHECK (affected >= 0),
  ADD COLUMN affected_first timestamptz,
  ADD COLUMN behind         integer NOT NULL DEFAULT 0 CHECK (behind >= 0),
  ADD COLUMN tried          integer NOT NULL DEFAULT 0 CHECK (tried >= 0),
  ADD COLUMN tried_action   text,
  ADD COLUMN tried_state    text,
  ADD COLUMN tried_at       timestamptz,
  ADD COLUMN comments       integer NOT NULL DEFAULT 0 CHECK (comments >= 0),
  ADD CHECK (cause_id <> id),
  ADD CHECK (closed_at IS NULL OR right_since IS NULL);
CREATE INDEX malfunctions_open ON malfunctions (id) WHERE closed_at IS NULL;
CREATE INDEX malfunctions_closed ON malfunctions (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX malfunctions_changed_of_device ON malfunctions (device_id, kind, changed_at) WHERE device_id IS NOT NULL;
CREATE INDEX malfunctions_changed_of_gateway ON malfunctions (gateway_id, kind, changed_at) WHERE device_id IS NULL;
CREATE INDEX malfunctions_cause ON malfunctions (cause_id) WHERE cause_id IS NOT NULL;
CREATE INDEX malfunctions_assigned ON malfunctions (assigned_to) WHERE assigned_to IS NOT NULL;
COMMENT ON COLUMN malfunctions.returned IS 'How often it came back after it was right for less than ten minutes';
COMMENT ON COLUMN malfunctions.unsteady IS 'It came back three times within an hour: it stays open until it has been right for ten minutes';
COMMENT ON COLUMN malfunctions.right_since IS 'An unsteady one that is right at the moment, by the database''s clock';
COMMENT ON COLUMN malfunctions.changed_at IS 'When it last opened, closed, came back or turned right, by the database''s clock';
COMMENT ON COLUMN malfunctions.cause_id IS 'The open malfunction that explains this one';
COMMENT ON COLUMN malfunctions.affected IS 'Reservations of the next two hours that will fail of it';
COMMENT ON COLUMN malfunctions.affected_first IS 'When the first of them starts or started';
COMMENT ON COLUMN malfunctions.behind IS 'Devices that a silent gateway stands for';
COMMENT ON COLUMN malfunctions.tried IS 'Orders given to the device since it opened, at most 100, with the last of them';

ALTER TABLE malfunction_history DROP CONSTRAINT malfunction_history_type_check;
ALTER TABLE malfunction_history ADD CONSTRAINT malfunction_history_type_check
  CHECK (type IN ('opened', 'closed', 'acknowledged', 'assigned', 'comment', 'changed', 'mailed', 'returned'));

CREATE INDEX reservations_shared_span ON reservations USING gist (device_id, span) WHERE state = 'RESERVED' AND shared;
COMMENT ON INDEX reservations_shared_span IS 'Who passes a door or barrier in a span';

-- What a malfunction of this kind does to reservations of [at, at + 2 h): how many stays, the start of the first, and for a gateway how many
-- devices hang on it. A stay with several devices counts once; who stays too long does not fail of it himself, the next ones do.
CREATE FUNCTION malfunction_impact(kind text, device integer, gateway integer, reservation integer, at timestamptz)
RETURNS TABLE (affected integer, affected_first timestamptz, behind integer) LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer, min(stay.starts_at),
    CASE WHEN kind = 'gateway-silent' THEN (SELECT count(*)::integer FROM devices d WHERE d.gateway_id = gateway AND d.retired_at IS NULL) ELSE 0 END
  FROM (
    SELECT DISTINCT coalesce(r.parent_id, r.id) AS id, r.starts_at
    FROM (
      SELECT device AS id WHERE device IS NOT NULL
      UNION ALL SELECT d.id FROM devices d WHERE device IS NULL AND d.gateway_id = gateway AND d.retired_at IS NULL
    ) AS hit
    CROSS JOIN LATERAL (
      SELECT o.id, o.parent_id, o.starts_at FROM reservations o
      WHERE o.device_id = hit.id AND o.state = 'RESERVED' AND NOT o.shared AND o.span && tstzrange(at, at + interval '2 hours')
      UNION ALL SELECT o.id, o.parent_id, o.starts_at FROM reservations o
      WHERE o.device_id = hit.id AND o.state = 'RESERVED' AND o.shared AND o.span && tstzrange(at, at + interval '2 hours')
    ) AS r
    WHERE kind IN ('unreachable', 'not-responding', 'error-status', 'gateway-silent', 'stuck-door', 'booked-blocked', 'overstay')
  ) AS stay
  WHERE kind <> 'overstay' OR stay.id IS DISTINCT FROM reservation
$$;
`
