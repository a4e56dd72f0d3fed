import { type QueryBuilder, raw } from 'objection'
import { type EventRow, list } from '../../contract/events.ts'
import type { Zone } from '../../db/models/people.ts'
import { Event } from '../../db/models/reservations.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { shownTime } from './values.ts'

type Found = Event & { zone: Zone }

const csv: readonly CsvColumn<EventRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.zone, cell: ({ zone }) => zone.name },
  { head: heads.description, cell: ({ description }) => description },
  { head: heads.private, cell: ({ mode }) => mode === 'private' },
  { head: heads.firstDay, cell: ({ startsOn }) => startsOn },
  { head: heads.lastDay, cell: ({ endsOn }) => endsOn },
  { head: heads.dailyFrom, cell: ({ dailyFrom }) => dailyFrom },
  { head: heads.dailyUntil, cell: ({ dailyUntil }) => dailyUntil },
  { head: heads.tariff, cell: ({ tariff }) => tariff?.name ?? null },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** Access times of the caller's zones. The search looks in names, descriptions, zones and tariffs. */
export default answerList(list, {
  query: ({ trx, actor, input: { filters } }) => {
    const found = Event.query(trx)
      .modify('visibleTo', actor)
      .modify('kept')
      .joinRelated('zone')
      .leftJoinRelated('tariff')
      .select('events.*')
      .withGraphFetched('[zone(named), tariff]')
    if (filters.zoneId !== undefined) found.where('events.zone_id', filters.zoneId)
    if (filters.mode !== undefined) found.where('events.mode', filters.mode)
    return found as unknown as QueryBuilder<Found>
  },
  id: 'events.id',
  search: ['events.name', 'events.description', 'zone.name', 'tariff.name'],
  sorts: {
    name: raw('lower(events.name)'),
    zone: raw('lower(zone.name)'),
    startsOn: 'events.starts_on',
    endsOn: 'events.ends_on',
    mode: 'events.mode',
    tariff: raw('lower(tariff.name)'),
    modifiedAt: 'events.modified_at',
  },
  row: (event) => ({
    id: event.id,
    version: event.version,
    name: event.name,
    description: event.description,
    zone: event.zone,
    mode: event.mode,
    startsOn: event.startsOn,
    endsOn: event.endsOn,
    dailyFrom: shownTime(event.dailyFrom),
    dailyUntil: shownTime(event.dailyUntil),
    tariff: event.tariff ? { id: event.tariff.id, name: event.tariff.name } : null,
    modifiedAt: event.modifiedAt.toISOString(),
  }),
  csv,
})
