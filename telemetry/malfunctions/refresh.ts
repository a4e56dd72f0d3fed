import type { Knex } from 'knex'
import { publish } from '../../db/outbox.ts'
import { malfunctionChanges } from '../views/malfunction.ts'
import { causeSql } from './causes.ts'
import { steadyMinutes } from './steady.ts'

/** Maximum commands counted for one malfunction. */
const maxCommandsCounted = 100

/**
 * Updates open malfunctions: closes unsteady ones that have been over long enough (M-9), and recounts affected reservations of the next two
 * hours, tried commands and causes (M-10, M-11). Only changed rows are written and published; locked ones wait for the next run. Safe to run
 * anywhere, at any time.
 */
export async function refreshMalfunctions(knex: Knex): Promise<{ closed: number; changed: number }> {
  return knex.transaction(async (trx) => {
    const closed = await closeSteady(trx)
    const changed = await recount(trx)
    await publish(trx, await malfunctionChanges(trx, [...closed, ...changed]))
    return { closed: closed.length, changed: changed.length }
  })
}

async function closeSteady(trx: Knex.Transaction): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now), steady AS (
       SELECT m.id FROM malfunctions m CROSS JOIN clock
       WHERE m.closed_at IS NULL AND m.right_since <= clock.now - interval '${steadyMinutes} minutes'
       ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED
     ), closed AS (
       UPDATE malfunctions m SET closed_at = greatest(m.right_since, m.opened_at), right_since = NULL, unsteady = false, changed_at = clock.now,
         affected = 0, affected_first = NULL, cause_id = NULL, version = nextval('change_version')
       FROM steady CROSS JOIN clock WHERE m.id = steady.id RETURNING m.id, m.closed_at
     ), noted AS (
       INSERT INTO malfunction_history (malfunction_id, type, at) SELECT id, 'closed', closed_at FROM closed
     )
     SELECT id FROM closed ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

const counted = (row: string) =>
  `${row}.affected, ${row}.affected_first, ${row}.behind, ${row}.cause_id, ${row}.tried, ${row}.tried_action, ${row}.tried_state, ${row}.tried_at`

async function recount(trx: Knex.Transaction): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now), counted AS MATERIALIZED (
       SELECT m.id, i.affected, i.affected_first, i.behind, CASE WHEN m.right_since IS NULL THEN ${causeSql('m')} END AS cause_id,
         o.tried, o.tried_action, o.tried_state, o.tried_at
       FROM malfunctions m CROSS JOIN clock
       CROSS JOIN LATERAL malfunction_impact(CASE WHEN m.right_since IS NULL THEN m.kind ELSE '' END, m.device_id, m.gateway_id, m.reservation_id, clock.now) i
       CROSS JOIN LATERAL (
         SELECT count(*)::integer AS tried, (array_agg(last.action))[1] AS tried_action, (array_agg(last.state))[1] AS tried_state, (array_agg(last.issued_at))[1] AS tried_at
         FROM (SELECT action, state, issued_at FROM device_commands WHERE device_id = m.device_id AND issued_at >= m.opened_at AND state <> 'refused'
           ORDER BY issued_at DESC, version DESC LIMIT ${maxCommandsCounted}) AS last) AS o
       WHERE m.closed_at IS NULL
     ), moved AS (
       SELECT m.id FROM malfunctions m JOIN counted c ON c.id = m.id
       WHERE m.closed_at IS NULL AND (${counted('m')}) IS DISTINCT FROM (${counted('c')})
       ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED
     )
     UPDATE malfunctions m SET affected = c.affected, affected_first = c.affected_first, behind = c.behind, cause_id = c.cause_id,
       tried = c.tried, tried_action = c.tried_action, tried_state = c.tried_state, tried_at = c.tried_at, version = nextval('change_version')
     FROM moved JOIN counted c ON c.id = moved.id WHERE m.id = moved.id RETURNING m.id`,
  )
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
