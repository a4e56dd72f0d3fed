import type { MaintenanceView } from '../../../contract/maintenance.ts'
import type { SiteItem } from '../../../contract/sites.ts'
import { type PeriodStatus, standings } from './search.ts'

type Times = Pick<MaintenanceView, 'start' | 'end' | 'revokedAt'>

/** The status of a period at `now` (ms): [start, end), and over once revoked. */
export function statusOf({ start, end, revokedAt }: Times, now: number): PeriodStatus {
  if (revokedAt !== null || (end !== null && now >= Date.parse(end))) return 'over'
  return now < Date.parse(start) ? 'planned' : 'active'
}

/** How a period ended: by time, early, or revoked before it began. */
export function endingOf({ start, revokedAt }: Times): 'by-time' | 'early' | 'taken-back' {
  if (revokedAt === null) return 'by-time'
  return Date.parse(revokedAt) <= Date.parse(start) ? 'taken-back' : 'early'
}

/** The real or planned end, ISO; null = unknown. */
export function endMoment({ end, revokedAt }: Times): string | null {
  if (revokedAt === null || end === null) return revokedAt ?? end
  return Date.parse(revokedAt) < Date.parse(end) ? revokedAt : end
}

/** Number of affected reservations, and of handled ones. */
export function progressOf({ counts }: Pick<MaintenanceView, 'counts'>): { total: number; done: number } {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { total, done: total - counts.pending }
}

/** Whether a period covers (part of) a site. */
export function covers({ scope, target, site }: MaintenanceView, where: Pick<SiteItem, 'id' | 'zones'>): boolean {
  if (scope === 'zone') return where.zones.some(({ id }) => id === target.id)
  return (scope === 'site' ? target.id : site?.id) === where.id
}

export interface PeriodFilter {
  readonly query: string
  readonly show: PeriodStatus | null
  readonly site: Pick<SiteItem, 'id' | 'zones'> | null
}
export interface PeriodList {
  /** Counts of each status, ignoring the status filter. */
  readonly counts: Readonly<Record<PeriodStatus, number>>
  readonly groups: readonly { readonly standing: PeriodStatus; readonly periods: readonly MaintenanceView[] }[]
  readonly total: number
}

const said = (value: string) => value.toLocaleLowerCase().normalize('NFC')
const deviceCommand: Readonly<Record<PeriodStatus, (a: MaintenanceView, b: MaintenanceView) => number>> = {
  active: (a, b) => Date.parse(b.start) - Date.parse(a.start) || b.id - a.id,
  planned: (a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id,
  over: (a, b) => Date.parse(endMoment(b) ?? b.start) - Date.parse(endMoment(a) ?? a.start) || b.id - a.id,
}

/** Periods as the page shows them at `now` (ms): active, upcoming, past; empty groups are left out. */
export function listPeriods(rows: readonly MaintenanceView[], filter: PeriodFilter, now: number): PeriodList {
  const words = said(filter.query).split(/\s+/).filter(Boolean)
  const found = rows.filter((period) => {
    if (filter.site !== null && !covers(period, filter.site)) return false
    const text = said(
      [period.target.name, period.site?.name, period.reason, period.description, period.createdBy].join(' '),
    )
    return words.every((word) => text.includes(word))
  })
  const by = new Map(standings.map((standing) => [standing, [] as MaintenanceView[]]))
  for (const period of found) by.get(statusOf(period, now))?.push(period)
  const counts = { active: 0, planned: 0, over: 0 }
  for (const [standing, periods] of by) counts[standing] = periods.length
  const groups = standings.flatMap((standing) => {
    const periods = by.get(standing) ?? []
    const shown = (filter.show === null || filter.show === standing) && periods.length > 0
    return shown ? [{ standing, periods: periods.sort(deviceCommand[standing]) }] : []
  })
  return { counts, groups, total: rows.length }
}
