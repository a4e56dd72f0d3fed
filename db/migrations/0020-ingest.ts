/** What ingest needs beside the streams: who watches which device, when a measured value was measured, which views still have to be shown. */
export const up = `
CREATE TABLE watched_devices (
  device_id integer PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
  until     timestamptz NOT NULL
);
COMMENT ON TABLE watched_devices IS 'Leases of open device pages: only their raw readings are pushed';

ALTER TABLE device_states
  ADD COLUMN temperature_at timestamptz,
  ADD COLUMN humidity_at    timestamptz,
  ADD COLUMN rssi_at        timestamptz,
  ADD COLUMN pushed_at      timestamptz,
  ADD COLUMN push_due       boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN device_states.temperature_at IS 'When the value was measured: an older one that comes late does not replace it';
COMMENT ON COLUMN device_states.pushed_at IS 'When screens were last told; new measured values alone are told at most every 30 seconds';
COMMENT ON COLUMN device_states.push_due IS 'Measured values have changed since screens were told';

-- A check per receipt costs a third of the ingest; receipts of a removed gateway go with their age.
ALTER TABLE gateway_messages DROP CONSTRAINT gateway_messages_gateway_id_fkey;
`
