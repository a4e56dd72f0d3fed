import type * as z from 'zod'
import { list } from '../../contract/reservations.ts'
import type { UserActor } from '../bus/actor.ts'
import { answer } from '../bus/handle.ts'
import { type Filter, matching, pageOf, priced, startingIn } from './list-filter.ts'
import { readReservations } from './view.ts'

/** The operators' list (rule L-16): main reservations at the sites of the actor's zones, children inside of them. */
export default answer(list, async ({ input, actor, trx }) => {
  const filters = [
    scope(actor),
    chosen(input, actor),
    startingIn(input),
    priced(input),
    matching(input.query, searched(input)),
  ]
  const { ids, recordCount } = await pageOf(trx, filters, input)
  const read = await readReservations(trx, ids)
  return { items: read.map(({ booking }) => booking), recordCount }
})

type Input = z.output<typeof list.input>

const searched = ({ reservableOnly }: Input) => ({ people: true, children: !reservableOnly })

/** Sites of the actor's zones; admins see all. */
function scope(actor: UserActor): Filter {
  return actor.seesAll
    ? { sql: [], bindings: {} }
    : {
        sql: ['r.site_id in (select site_id from site_zones where zone_id = any (:zoneIds))'],
        bindings: { zoneIds: [...actor.zoneIds] },
      }
}

function chosen(input: Input, actor: UserActor): Filter {
  const managedBy = input.managedByMe ? actor.userId : input.managedBy
  const conditions: (readonly [string, Filter['bindings'], boolean])[] = [
    ['r.state = any (:states)', { states: input.states }, input.states.length > 0],
    ['r.price_cents >= :priceMin', { priceMin: input.priceMin ?? 0 }, input.priceMin !== undefined],
    ['r.price_cents <= :priceMax', { priceMax: input.priceMax ?? 0 }, input.priceMax !== undefined],
    ['r.managed_by = :managedBy', { managedBy: managedBy ?? 0 }, managedBy !== undefined],
    ['r.site_id = :siteId', { siteId: input.siteId ?? 0 }, input.siteId !== undefined],
    ['r.user_id = :userId', { userId: input.userId ?? 0 }, input.userId !== undefined],
    ['r.number = :exactly', { exactly: input.number ?? 0 }, input.number !== undefined],
  ]
  const asked = conditions.filter(([, , wanted]) => wanted)
  return {
    sql: asked.map(([sql]) => sql),
    bindings: asked.reduce((all, [, bindings]) => ({ ...all, ...bindings }), {}),
  }
}
