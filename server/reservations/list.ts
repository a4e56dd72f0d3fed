import type * as z from 'zod'
import type { BookingView } from '../../contract/reservations/view.ts'
import { list } from '../../contract/reservations.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { answerListBy } from '../lists/answer-list.ts'
import { type CsvColumn, csvMoney, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { common, given, idsOf, matching, orderOf, pageOf } from './list-filter.ts'
import { readReservations } from './view.ts'

type Input = z.output<typeof list.input>

const csv: readonly CsvColumn<BookingView>[] = [
  { head: heads.number, cell: ({ number }) => number },
  { head: heads.state, cell: ({ state }) => state },
  { head: heads.site, cell: ({ site }) => site.name },
  { head: heads.zone, cell: ({ zone }) => zone?.name ?? null },
  { head: heads.device, cell: ({ device }) => device.name },
  { head: heads.start, cell: ({ start, site }) => csvTime(start, site.timeZone) },
  { head: heads.end, cell: ({ end, site }) => csvTime(end, site.timeZone) },
  { head: heads.timeZone, cell: ({ site }) => site.timeZone },
  { head: heads.person, cell: ({ user }) => user?.name ?? null },
  { head: heads.email, cell: ({ user }) => user?.email ?? null },
  { head: heads.licencePlate, cell: ({ licencePlate }) => licencePlate },
  { head: heads.note, cell: ({ note }) => note },
  { head: heads.price, cell: ({ priceCents }, language) => csvMoney(priceCents, language) },
  { head: heads.refunded, cell: ({ refundedCents }, language) => csvMoney(refundedCents, language) },
  { head: heads.managedBy, cell: ({ managedBy }) => managedBy?.name ?? null },
]

/**
 * The operators' list (rule L-16): main reservations at the sites in the actor's zones (admins: all), with their
 * children.
 */
export default answerListBy(list, {
  async page({ input, actor, trx }) {
    const { page, pageSize } = input
    const { ids, ...count } = await pageOf(trx, filtersOf(input, actor), { ...orderOf(input), page, limit: pageSize })
    return { rows: await bookings(trx, ids), ...count }
  },
  ids: ({ input, actor }) => idsOf(filtersOf(input, actor), orderOf(input)),
  rows: ({ trx }, ids: readonly number[]) => bookings(trx, ids),
  id: ({ id }) => id,
  csv,
})

async function bookings(trx: Parameters<typeof readReservations>[0], ids: readonly number[]) {
  return (await readReservations(trx, [...ids])).map(({ booking }) => booking)
}

function filtersOf({ search, filters }: Input, actor: UserActor) {
  const { siteId, userId, number: exactly, reservableOnly, managedByMe, managedBy } = filters
  const zoneIds = actor.seesAll ? undefined : [...actor.zoneIds]
  return [
    given('r.site_id in (select site_id from site_zones where zone_id = any (:zoneIds))', { zoneIds }),
    ...common(filters),
    given('r.managed_by = :managedBy', { managedBy: managedByMe ? actor.userId : managedBy }),
    given('r.site_id = :siteId', { siteId }),
    given('r.user_id = :userId', { userId }),
    given('r.number = :exactly', { exactly }),
    matching(search, { people: true, children: !reservableOnly }),
  ]
}
