import type pg from 'pg'
import type { Decoded } from './decode.ts'
import type { RegisteredDevice } from './ingest-registry.ts'
import { CopyRows, copyInto } from './write-copy.ts'
import { keptValue } from './write-events.ts'

/** A message on its way into the database. */
export type Incoming = Decoded<RegisteredDevice>

/** Appends readings, status reports and events to their tables: COPY takes 1.5 times the rows a second of unnest. */
export async function writeStreams(
  connection: pg.ClientBase,
  messages: readonly Incoming[],
  receivedAt: number,
): Promise<void> {
  const readings = new CopyRows()
  const reports = new CopyRows()
  const events = new CopyRows()
  for (const { device, at, body } of messages) {
    if (body.kind === 'reading') {
      readings.row(9)
      readings.int4(device.id)
      readings.time(at)
      readings.real(body.temperature)
      readings.real(body.humidity)
      readings.real(body.supplyVoltage)
      readings.int2(body.rssi === undefined ? undefined : Math.round(body.rssi))
      readings.int4(body.rxTimeouts)
      readings.int4(body.retries)
      readings.bool(body.dirty)
    } else if (body.kind === 'status') {
      reports.row(5)
      reports.int4(device.id)
      reports.time(at)
      reports.text(body.status)
      reports.text(body.door)
      reports.time(receivedAt)
    } else if (body.kind === 'event') {
      events.row(6)
      events.int4(device.gatewayId)
      events.int4(device.id)
      events.time(at)
      events.text(body.event)
      events.text(keptValue(body))
      events.time(receivedAt)
    }
  }
  await copyInto(
    connection,
    'readings (device_id, at, temperature, humidity, supply_voltage, rssi, rx_timeouts, retries, dirty)',
    readings,
  )
  await copyInto(connection, 'device_reports (device_id, at, status, door_state, received_at)', reports)
  await copyInto(connection, 'gateway_events (gateway_id, device_id, at, event, value, received_at)', events)
}
