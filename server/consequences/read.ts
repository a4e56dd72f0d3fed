import type { Knex } from 'knex'
import {
  type AffectedReservation,
  type EffectOutcome,
  maxNamedReservations,
  read,
} from '../../contract/consequences.ts'
import { many } from '../../db/sql.ts'
import { type Effect, peopleOf, worldOf } from '../effects/effects.ts'
import { answer } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'
import { considerAct } from './consider-act.ts'

/** Previews what an act would do now (rule W-1). Writes nothing. */
export default answer(read, async ({ input, actor, trx, now, refuse }) => {
  const { effects, dependants, undo, safetyWord } = await considerAct(trx, refuse, input.act, { actor, now })
  const { reservations, holds, losers, losses } = effects
  const running = reservations.filter((each) => each.running).length
  const countOf = (outcome: EffectOutcome) => reservations.filter((each) => each.outcome === outcome).length
  return {
    world: worldOf(effects),
    people: peopleOf(effects).size,
    losers: losers.length,
    reservations: {
      running,
      future: reservations.length - running,
      priceCents: reservations.reduce((sum, { priceCents }) => sum + priceCents, 0),
      outcomes: {
        stays: countOf('stays'),
        'new-terms': countOf('new-terms'),
        'loses-feature': countOf('loses-feature'),
        'cannot-extend': countOf('cannot-extend'),
      },
    },
    holds,
    // None of the acts cancels what is booked, so nothing is paid back and nobody needs to be told.
    refundCents: 0,
    messages: [],
    items: await readItems(trx, reservations.slice(0, maxNamedReservations)),
    losses: [...losses],
    dependants,
    undo,
    safetyWord,
  }
})

async function readItems(trx: Knex, effects: readonly Effect[]): Promise<AffectedReservation[]> {
  if (effects.length === 0) return []
  const rows = await many<Omit<AffectedReservation, 'outcome'>>(
    trx,
    `select r.id as "reservationId", r.number, coalesce(nullif(u.full_name, ''), u.username) as person,
       ${wireTime('r.starts_at')} as start, ${wireTime('r.ends_at')} as end,
       jsonb_build_object('id', s.id, 'name', coalesce(s.full_name, s.name), 'timeZone', s.time_zone) as site,
       jsonb_build_object('id', d.id, 'name', d.name) as device, r.price_cents as "priceCents"
     from reservations r join sites s on s.id = r.site_id join devices d on d.id = r.device_id left join users u on u.id = r.user_id
     where r.id = any (:ids)`,
    { ids: effects.map(({ id }) => id) },
  )
  const byId = new Map(rows.map((row) => [row.reservationId, row]))
  return effects.flatMap(({ id, outcome }) => {
    const row = byId.get(id)
    return row ? [{ ...row, outcome }] : []
  })
}
