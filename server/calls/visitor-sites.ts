import type { QueryBuilder } from 'objection'
import { Reservation } from '../../db/models/reservations.ts'
import { readZoneAccess } from '../access/zone-access.ts'
import { type HttpCall, read } from '../http/call.ts'
import type { Reading } from '../kernel/bus/dispatch.ts'
import { type SiteRow, siteRows } from '../sites/details.ts'

/** Reads among the sites that a visitor may know; null for everybody else, who reads by the zones of the account. */
export function readForVisitor<T>(
  call: HttpCall,
  work: (sites: QueryBuilder<SiteRow>) => Promise<T>,
): Promise<{ found: T } | null> {
  return read(call, { name: 'http.visitorSites', access: 'session' }, async (reading) => {
    if (reading.actor.role !== 'Visitor') return null
    const open = (await readZoneAccess(reading.trx, reading.actor)).filter((zone) => zone.open).map(({ id }) => id)
    return { found: await work(visitorSites(reading, open)) }
  })
}

/** Sites of zones that are open to the visitor, and of the visitor's reservations that have not ended. */
function visitorSites({ trx, actor, now }: Reading, open: readonly number[]): QueryBuilder<SiteRow> {
  const reserved = Reservation.query(trx)
    .where('user_id', actor.userId)
    .where('ends_at', '>', now)
    .whereIn('state', ['CREATED', 'RESERVED'])
    .select('site_id')
  return siteRows(trx).where((found) => {
    void found.modify('visibleTo', { seesAll: false, zoneIds: open }).orWhereIn('sites.id', reserved)
  })
}
