import { type QueryBuilder, raw } from 'objection'
import { type BarrierRow, list } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { referencesOf } from './references.ts'

const csv: readonly CsvColumn<BarrierRow>[] = [
  { head: heads.number, cell: ({ pathNumber }) => pathNumber },
  { head: heads.description, cell: ({ description }) => description },
  { head: heads.barrierKind, cell: ({ type }) => type },
  { head: heads.site, cell: ({ site }) => site.name },
  { head: heads.gateway, cell: ({ gateway }) => gateway?.name ?? null },
  { head: heads.device, cell: ({ device }) => device?.name ?? null },
  { head: heads.state, cell: ({ status }) => status },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** Barriers at the caller's sites (admins: all). The search looks in descriptions and in the names of site, gateway and device. */
export default answerList(list, {
  query: ({ trx, actor, input: { filters } }) => {
    const found = Barrier.query(trx)
      .modify('visibleTo', actor)
      .joinRelated('site')
      .leftJoinRelated('[gateway, device]')
      .select('barriers.*')
      .withGraphFetched('[site, gateway(named), device(named)]')
    if (filters.siteId !== undefined) found.where('barriers.site_id', filters.siteId)
    if (filters.gatewayId !== undefined) found.where('barriers.gateway_id', filters.gatewayId)
    if (filters.type !== undefined) found.where('barriers.type', filters.type)
    return found as unknown as QueryBuilder<Barrier>
  },
  id: 'barriers.id',
  search: ['barriers.description', 'site.name', 'site.full_name', 'gateway.name', 'device.name'],
  sorts: {
    pathNumber: 'barriers.path_number',
    description: raw('lower(barriers.description)'),
    type: 'barriers.type',
    site: raw('lower(coalesce(site.full_name, site.name))'),
    gateway: raw('lower(gateway.name)'),
    device: raw('lower(device.name)'),
    modifiedAt: 'barriers.modified_at',
  },
  row: (barrier) => ({
    id: barrier.id,
    version: barrier.version,
    description: barrier.description,
    pathNumber: barrier.pathNumber,
    type: barrier.type,
    status: barrier.status,
    ...referencesOf(barrier),
    modifiedAt: barrier.modifiedAt.toISOString(),
  }),
  csv,
})
