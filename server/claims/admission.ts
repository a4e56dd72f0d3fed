import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import { blockParams, readBlocks } from '../access/read-blocks.ts'
import { type Person, readZoneAccess } from '../access/zone-access.ts'
import { type Refuse, refuseField } from '../kernel/bus/refuse.ts'
import { readAccessTimes, type SiteAccessTime } from './read-access-times.ts'

export interface AdmittedSite {
  readonly siteId: number
  readonly timeZone: string
  readonly accessTimes: readonly SiteAccessTime[]
}

export type AdmissionRefusal = 'site-invalid' | 'site-private' | 'user-blocked'

/**
 * Reads a site with a person's access times. Refuses site-invalid (also if hidden from the person), site-private,
 * user-blocked (in all of its zones).
 */
export async function admitToSite(
  trx: Knex.Transaction,
  person: Person | null,
  siteId: number,
  refuse: Refuse<AdmissionRefusal>,
): Promise<AdmittedSite> {
  const [[site], zones] = await pipelined([
    prepared<{ timeZone: string }>(trx, 'select time_zone as "timeZone" from sites where id = ?', [siteId]),
    readZoneAccess(trx, person, [siteId]),
  ])
  if (!site || zones.length === 0) return refuseField(refuse, 'site-invalid', 'siteId')
  const open = zones.filter((zone) => zone.open)
  if (open.length === 0) return refuseField(refuse, 'site-private', 'siteId')
  const zoneIds = open.filter((zone) => !zone.blocked).map(({ id }) => id)
  if (zoneIds.length === 0 && person) {
    const openIds = open.map(({ id }) => id)
    const [block] = await readBlocks(trx, person.userId, openIds)
    return refuse('user-blocked', block && blockParams(block))
  }
  const accessTimes = await readAccessTimes(trx, { siteIds: [siteId], zoneIds }, person)
  return { siteId, timeZone: site.timeZone, accessTimes }
}
