import type { Knex } from 'knex'
import { evaluateAgainstSensor } from '../../machines/against-sensor.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { pushChanges } from '../../telemetry/ingest/write-push.ts'
import { closeMalfunctions, openMalfunctions } from '../../telemetry/malfunctions/malfunctions.ts'
import { type Doubt, placesAfter, placesInDoubt, readDoubts } from './against-sensor-read.ts'

/** Number of places evaluated, and at most changed, in one transaction. */
const page = 500
/** Number of places whose last fortnight is checked per run, so that all are checked within the hour. */
const slice = 100

/**
 * Returns the tick that finds contradictions between reservations and sensors (rules O-20 to O-23); idempotent. `since`
 * = start of the portal. Each run checks the last fortnight of another part of the places.
 */
export function againstSensor(knex: Knex, since: Date): () => Promise<{ opened: number; closed: number }> {
  let after = 0
  return async () => {
    const lookBack = await placesAfter(knex, after, slice)
    after = lookBack.length < slice ? 0 : (lookBack.at(-1) ?? 0)
    const ids = [...new Set([...(await placesInDoubt(knex)), ...lookBack])].sort((a, b) => a - b)
    const done = { opened: 0, closed: 0 }
    for (let from = 0; from < ids.length; from += page) {
      const asked = { ids: ids.slice(from, from + page), lookBack, since }
      const wrong = (await readDoubts(knex, asked)).filter(hasChanged).map(({ id }) => id)
      if (wrong.length === 0) continue
      const { opened, closed } = await knex.transaction((trx) => change(trx, { ids: wrong, lookBack, since }))
      done.opened += opened
      done.closed += closed
    }
    return done
  }
}

const verdict = ({ place, open, now }: Doubt) => evaluateAgainstSensor(place, open, now)
function hasChanged(doubt: Doubt): boolean {
  const { open, close } = verdict(doubt)
  return open.length > 0 || close.length > 0
}

/** Evaluates again under the locks, writes and publishes. */
async function change(
  trx: Knex.Transaction,
  asked: Parameters<typeof readDoubts>[1],
): Promise<{ opened: number; closed: number }> {
  await lockDevices(trx, asked.ids)
  const judged = (await readDoubts(trx, asked)).map((doubt) => ({ ...doubt, ...verdict(doubt) }))
  const closed = await closeMalfunctions(
    trx,
    judged.flatMap(({ id, now, close }) => close.map((kind) => ({ kind, deviceId: id, at: now }))),
  )
  const opened = await openMalfunctions(
    trx,
    judged.flatMap(({ id, open }) => open.map(({ kind, finding }) => ({ ...finding, kind, deviceId: id }))),
  )
  await pushChanges(trx, { malfunctionIds: [...new Set([...closed, ...opened])] })
  return { opened: opened.length, closed: closed.length }
}
