import type { Knex } from 'knex'
import type { RoomChange } from '../../contract/changes.ts'
import { publish } from '../../db/outbox.ts'
import { type OfKind, ofKind } from '../messages/decode.ts'
import { deviceChanges } from '../views/device.ts'
import { malfunctionChanges } from '../views/malfunction.ts'
import { readingChange } from '../views/reading.ts'
import type { RegisteredDevice } from './ingest-registry.ts'
import type { Incoming } from './write-streams.ts'

/** Maximum readings of one device that are pushed; of a longer backlog only the newest. */
const readingsPerDevice = 30

/** Writes the current views of changed devices and malfunctions into the outbox. */
export async function pushChanges(
  trx: Knex.Transaction,
  { deviceIds = [], malfunctionIds = [] }: { deviceIds?: readonly number[]; malfunctionIds?: readonly number[] },
): Promise<void> {
  await publish(trx, [...(await deviceChanges(trx, deviceIds)), ...(await malfunctionChanges(trx, malfunctionIds))])
}

/** Returns the readings among messages as changes, the newest of each device. */
export function readingChanges(messages: readonly Incoming[]): RoomChange<'reading'>[] {
  return [...groupByDevice(ofKind(messages, 'reading')).values()].flatMap((list) =>
    list
      .sort((a, b) => a.at - b.at)
      .slice(-readingsPerDevice)
      .map(changeOf),
  )
}

/** Returns messages by device id, in order. */
export function groupByDevice<M extends Pick<Incoming, 'device'>>(messages: readonly M[]): Map<number, M[]> {
  const groups = new Map<number, M[]>()
  for (const message of messages) {
    const group = groups.get(message.device.id)
    if (group) group.push(message)
    else groups.set(message.device.id, [message])
  }
  return groups
}

/** As it will be read back: single precision, whole dBm. */
function changeOf({ device, at, body }: OfKind<RegisteredDevice, 'reading'>): RoomChange<'reading'> {
  return readingChange({
    deviceId: device.id,
    at: new Date(at),
    temperature: asReal(body.temperature),
    humidity: asReal(body.humidity),
    supplyVoltage: asReal(body.supplyVoltage),
    rssi: body.rssi === undefined ? null : Math.round(body.rssi),
    rxTimeouts: body.rxTimeouts ?? null,
    retries: body.retries ?? null,
  })
}

/** Returns the shortest decimal number with this single precision value, as the database does for a real. */
function asReal(value: number | undefined): number | null {
  if (value === undefined) return null
  const single = Math.fround(value)
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(single.toPrecision(digits))
    if (Math.fround(short) === single) return short
  }
  return Number(single.toPrecision(9))
}
