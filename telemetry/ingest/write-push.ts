import type { Knex } from 'knex'
import type { RoomChange } from '../../contract/changes.ts'
import { publish } from '../../db/outbox.ts'
import { deviceChanges } from '../views/device.ts'
import { malfunctionChanges } from '../views/malfunction.ts'
import { readingChange } from '../views/reading.ts'
import type { Incoming } from './write-streams.ts'

/** Maximum readings of one device that are pushed; of a longer backlog only the newest. */
const readingsPerDevice = 30

/** Puts the present views of changed devices and malfunctions into the outbox. */
export async function pushChanges(
  trx: Knex.Transaction,
  { deviceIds = [], malfunctionIds = [] }: { deviceIds?: readonly number[]; malfunctionIds?: readonly number[] },
): Promise<void> {
  await publish(trx, [...(await deviceChanges(trx, deviceIds)), ...(await malfunctionChanges(trx, malfunctionIds))])
}

/** Returns the readings among messages as changes, the newest of each device. */
export function readingChanges(messages: readonly Incoming[]): RoomChange<'reading'>[] {
  const byDevice = new Map<number, Incoming[]>()
  for (const message of messages) {
    if (message.body.kind !== 'reading') continue
    const list = byDevice.get(message.device.id)
    if (list) list.push(message)
    else byDevice.set(message.device.id, [message])
  }
  return [...byDevice.values()].flatMap((list) =>
    list
      .sort((a, b) => a.at - b.at)
      .slice(-readingsPerDevice)
      .map(changeOf),
  )
}

/** As it will be read back: single precision, whole dBm. */
function changeOf({ device, at, body }: Incoming): RoomChange<'reading'> {
  const reading = body.kind === 'reading' ? body : undefined
  return readingChange({
    deviceId: device.id,
    at: new Date(at),
    temperature: asReal(reading?.temperature),
    humidity: asReal(reading?.humidity),
    supplyVoltage: asReal(reading?.supplyVoltage),
    rssi: reading?.rssi === undefined ? null : Math.round(reading.rssi),
    rxTimeouts: reading?.rxTimeouts ?? null,
    retries: reading?.retries ?? null,
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
