import type { Knex } from 'knex'
import { clock } from '../../db/clock.ts'
import { many } from '../../db/sql.ts'
import { opensAt, opensBeforeMs } from '../../machines/reservation-rules.ts'
import { boughtRules } from '../claims/bought-rules.ts'
import { publishEdges } from '../jobs/publish-edges.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'

/** Maximum number of reservations per notification: a PostgreSQL NOTIFY carries at most 8,000 bytes. */
const perMessage = 500

/**
 * Returns the tick that publishes the reservations that began to open (the PIN is shown from then on) and has the
 * rights of ended ones checked again.
 */
export function accessEdges(knex: Knex, { resumeMinutes }: { resumeMinutes: number }): () => Promise<void> {
  return publishEdges({ clock: () => clock(knex), resumeMinutes }, async (since, now) => {
    await publishOpenings(knex, since, now)
    await publishEnds(knex, since, now)
  })
}

/** Publishes the reservations that began to open in (since, now]; returns their ids. */
export async function publishOpenings(knex: Knex, since: Date, now: Date): Promise<number[]> {
  const near = await many<{ id: number; start: Date; rules: object }>(
    knex,
    `SELECT id, starts_at AS start, rules FROM reservations WHERE parent_id IS NULL AND state = 'RESERVED'
       AND starts_at > ? AND starts_at <= ? ORDER BY id`,
    [since, new Date(now.getTime() + opensBeforeMs)],
  )
  const ids = near.flatMap(({ id, start, rules }) => {
    const opens = opensAt({ start, prebookMinMinutes: boughtRules(rules).prebookMinMinutes })
    return opens > since && opens <= now ? [id] : []
  })
  for (const id of ids) {
    await knex.transaction(async (trx) => {
      // An update of the row gives it a new version for the views.
      const written = await trx('reservations')
        .where({ id })
        .update({ site_id: trx.ref('site_id') })
      if (written > 0) await publishReservations(trx, [id])
    })
  }
  return ids
}

/** Has the rights of owners and guests checked again if their reservation or its grace period ended in (since, now]. */
async function publishEnds(knex: Knex, since: Date, now: Date): Promise<void> {
  await knex.raw(
    `SELECT pg_notify('rights', json_build_object('tickets', json_agg(r.id))::text)
     FROM (SELECT id, row_number() OVER () / ${perMessage} AS part FROM (
         SELECT id FROM reservations WHERE parent_id IS NULL AND state = 'RESERVED' AND ends_at > :since AND ends_at <= :now
         UNION SELECT reservation_id FROM overstays WHERE ended_at IS NULL AND until_at > :since AND until_at <= :now) AS ended) AS r GROUP BY part`,
    { since, now },
  )
}
