import type { Knex } from 'knex'
import type { RoomChange } from '../../contract/changes.ts'
import { publish } from '../../db/outbox.ts'
import { deviceChanges } from '../views/device.ts'
import { malfunctionChanges } from '../views/malfunction.ts'
import { readingChange } from '../views/reading.ts'
import type { Incoming } from './write-streams.ts'

/** Readings of one device that a page shows at once; of a longer backlog only the newest are pushed. */
const readingsPerDevice = 30

export interface Pushed {
  readonly deviceIds: readonly number[]
  readonly malfunctionIds: readonly number[]
  readonly readings: readonly Incoming[]
}

/** Puts the present views of what changed into the outbox. */
export async function pushChanges(
  trx: Knex.Transaction,
  { deviceIds, malfunctionIds, readings }: Pushed,
): Promise<void> {
  await publish(trx, [
    ...(await deviceChanges(trx, deviceIds)),
    ...(await malfunctionChanges(trx, malfunctionIds)),
    ...readingChanges(readings),
  ])
}

/** What a page with the curve of a device is told of its readings. */
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

/** The shortest decimal number with this single precision value, which is what the database answers for a real. */
export function asReal(value: number | undefined): number | null {
  if (value === undefined) return null
  const single = Math.fround(value)
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(single.toPrecision(digits))
    if (Math.fround(short) === single) return short
  }
  return Number(single.toPrecision(9))
}
