import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import type { OpenRequest } from '../malfunctions/rules.ts'
import type { DeviceState, Measured } from '../messages/fold.ts'

/** A device's state as it is stored; times in ms. */
export interface StoredState extends DeviceState, OpenRequest {
  /** When its view was last pushed. */
  readonly pushedAt: number | null
}

type Measure = 'voltage' | 'temperature' | 'humidity' | 'rssi'
type Row = Omit<StoredState, Measure | 'dirty'> &
  Readonly<Record<Measure | `${Measure}At`, number | null>> & {
    readonly id: number
    readonly dirty: boolean
    readonly dirtyAt: number | null
  }

const ms = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`
const columns = `s.device_id AS id, s.status, ${ms('s.status_at')} AS "statusAt", s.last_status AS "lastStatus",
  s.door_state AS door, ${ms('s.door_at')} AS "doorAt", ${ms('s.last_state_change')} AS "lastStateChange",
  ${ms('s.last_message_at')} AS "lastMessageAt", s.reachable, s.supply_voltage AS voltage, ${ms('s.voltage_at')} AS "voltageAt",
  s.temperature, ${ms('s.temperature_at')} AS "temperatureAt", s.humidity, ${ms('s.humidity_at')} AS "humidityAt",
  s.rssi, ${ms('s.rssi_at')} AS "rssiAt", s.sensor_dirty AS dirty, ${ms('s.dirty_at')} AS "dirtyAt", ${ms('s.readings_at')} AS "readingsAt",
  ${ms('s.pushed_at')} AS "pushedAt",
  ${ms(`greatest(CASE WHEN s.requested = 'open' THEN s.requested_at END, CASE WHEN s.confirmed = 'open' THEN s.confirmed_at END)`)} AS "openRequestedAt"`

/** Returns the states of devices, locked in ascending order. A device that is gone is left out. */
export async function lockStates(
  trx: Knex.Transaction,
  deviceIds: readonly number[],
): Promise<Map<number, StoredState>> {
  const rows = await prepared<Row>(
    trx,
    `SELECT ${columns} FROM device_states s WHERE s.device_id = ANY ($1::integer[]) ORDER BY s.device_id FOR NO KEY UPDATE`,
    [deviceIds],
  )
  return new Map(rows.map((row) => [row.id, stateOf(row)]))
}

function stateOf({ id: _, voltageAt, temperatureAt, humidityAt, rssiAt, dirtyAt, ...row }: Row): StoredState {
  return {
    ...row,
    voltage: measured(row.voltage, voltageAt),
    temperature: measured(row.temperature, temperatureAt),
    humidity: measured(row.humidity, humidityAt),
    rssi: measured(row.rssi, rssiAt),
    dirty: dirtyAt === null ? null : { value: row.dirty, at: dirtyAt },
  }
}

function measured(value: number | null, at: number | null): Measured<number> | null {
  return value === null || at === null ? null : { value: Math.fround(value), at }
}

export interface NewState {
  readonly deviceId: number
  readonly state: DeviceState
  /** The view is pushed now; otherwise it stays due. */
  readonly push: boolean
}

/** Writes the states of locked devices, in one statement; those that are pushed get a new version. */
export async function saveStates(trx: Knex.Transaction, states: readonly NewState[], now: number): Promise<void> {
  if (states.length === 0) return
  const list = (pick: (state: DeviceState) => string | number | boolean | null | undefined) =>
    literal(states.map(({ state }) => pick(state)))
  await prepared(
    trx,
    `UPDATE device_states s SET
        version = CASE WHEN u.push THEN nextval('change_version') ELSE s.version END,
        pushed_at = CASE WHEN u.push THEN $22::timestamptz ELSE s.pushed_at END, push_due = NOT u.push,
        status = u.status, status_at = to_timestamp(u.status_at / 1000), last_status = u.last_status, door_state = u.door_state, door_at = to_timestamp(u.door_at / 1000),
        last_state_change = to_timestamp(u.last_state_change / 1000), last_message_at = to_timestamp(u.last_message_at / 1000), reachable = u.reachable,
        supply_voltage = u.supply_voltage, voltage_at = to_timestamp(u.voltage_at / 1000), temperature = u.temperature, temperature_at = to_timestamp(u.temperature_at / 1000),
        humidity = u.humidity, humidity_at = to_timestamp(u.humidity_at / 1000), rssi = u.rssi, rssi_at = to_timestamp(u.rssi_at / 1000),
        sensor_dirty = u.sensor_dirty, dirty_at = to_timestamp(u.dirty_at / 1000), readings_at = to_timestamp(u.readings_at / 1000)
      FROM unnest($1::integer[], $2::boolean[], $3::text[], $4::float8[], $5::text[], $6::text[], $7::float8[], $8::float8[],
        $9::float8[], $10::boolean[], $11::real[], $12::float8[], $13::real[], $14::float8[], $15::real[], $16::float8[],
        $17::integer[], $18::float8[], $19::boolean[], $20::float8[], $21::float8[])
        AS u (device_id, push, status, status_at, last_status, door_state, door_at, last_state_change, last_message_at, reachable,
          supply_voltage, voltage_at, temperature, temperature_at, humidity, humidity_at, rssi, rssi_at, sensor_dirty, dirty_at, readings_at)
      WHERE s.device_id = u.device_id`,
    [
      literal(states.map(({ deviceId }) => deviceId)),
      literal(states.map(({ push }) => push)),
      list((state) => state.status),
      list((state) => state.statusAt),
      list((state) => state.lastStatus),
      list((state) => state.door),
      list((state) => state.doorAt),
      list((state) => state.lastStateChange),
      list((state) => state.lastMessageAt),
      list((state) => state.reachable),
      list((state) => state.voltage?.value ?? null),
      list((state) => state.voltage?.at),
      list((state) => state.temperature?.value ?? null),
      list((state) => state.temperature?.at),
      list((state) => state.humidity?.value ?? null),
      list((state) => state.humidity?.at),
      list((state) => state.rssi?.value ?? null),
      list((state) => state.rssi?.at),
      list((state) => state.dirty?.value ?? false),
      list((state) => state.dirty?.at),
      list((state) => state.readingsAt),
      new Date(now),
    ],
  )
}

/**
 * Recomputes last_state_change and last_status of devices from the stored reports, after a late one. Of two reports from one moment the
 * higher ranking one is the later, as in fold.
 */
export async function recountChanges(trx: Knex.Transaction, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return
  const order = `'{free,freeing,blocked,blocking,occupied,recalibrate,reboot,updating_status,error,undefined,okay}'::text[]`
  await prepared(
    trx,
    `UPDATE device_states s SET last_state_change = coalesce(n.since, s.last_state_change), last_status = n.before
      FROM (
        SELECT k.device_id, b.status AS before,
          greatest(CASE WHEN b.at IS NULL THEN least(since.at, k.last_state_change) ELSE since.at END,
            CASE WHEN door_before.at IS NULL AND door_since.at IS NOT NULL THEN least(door_since.at, k.last_state_change) ELSE door_since.at END) AS since
        FROM device_states k
        LEFT JOIN LATERAL (SELECT r.at, r.status, array_position(${order}, r.status) AS rank FROM device_reports r
          WHERE r.device_id = k.device_id AND r.status <> k.status ORDER BY r.at DESC, rank DESC LIMIT 1) b ON true
        LEFT JOIN LATERAL (SELECT min(r.at) AS at FROM device_reports r WHERE r.device_id = k.device_id AND r.status = k.status
          AND (b.at IS NULL OR (r.at, array_position(${order}, r.status)) > (b.at, b.rank))) since ON true
        LEFT JOIN LATERAL (SELECT r.at, r.door_state FROM device_reports r WHERE r.device_id = k.device_id AND r.door_state <> k.door_state
          ORDER BY r.at DESC, r.door_state DESC LIMIT 1) door_before ON true
        LEFT JOIN LATERAL (SELECT min(r.at) AS at FROM device_reports r WHERE r.device_id = k.device_id AND r.door_state = k.door_state
          AND (door_before.at IS NULL OR (r.at, r.door_state) > (door_before.at, door_before.door_state))) door_since ON true
        WHERE k.device_id = ANY ($1::integer[])
      ) n WHERE s.device_id = n.device_id`,
    [deviceIds],
  )
}

/** Returns a PostgreSQL array of values that need no quotes. */
function literal(values: readonly (string | number | boolean | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}
