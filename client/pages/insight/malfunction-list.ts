import { type MalfunctionView, malfunctionKinds } from '../../../contract/devices.ts'
import { nameIn } from '../../i18n/named.ts'
import type { Grouping, MalfunctionSearch } from './search.ts'

export type Kind = MalfunctionView['kind']
/** A line of the dashboard: a group with its number of malfunctions, or a malfunction in it. */
export type Line =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly by: Grouping
      readonly name: string | null
      readonly count: number
    }
  | { readonly kind: 'malfunction'; readonly key: string; readonly id: number }
interface Place {
  readonly id: number
  readonly name: string
}
export interface MalfunctionList {
  readonly lines: readonly Line[]
  /** Counts: open, of these not acknowledged, and shown under the filters. */
  readonly open: number
  readonly unseen: number
  readonly shown: number
  /** Per kind, under all other filters. */
  readonly counts: Readonly<Record<Kind | 'all', number>>
  readonly zones: readonly Place[]
  readonly sites: readonly Place[]
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: Place, b: Place) => collator.compare(a.name, b.name) || a.id - b.id
const textOf = (row: MalfunctionView) =>
  [
    row.device?.name,
    row.device?.type.name,
    ...Object.values(row.device?.type.names ?? {}),
    row.site.name,
    row.gateway.name,
    ...row.zones.map((zone) => zone.name),
  ]
    .join('\n')
    .toLocaleLowerCase()

/** Start of the first affected stay, ms; malfunctions that affect nobody come last. */
const stops = ({ affected }: MalfunctionView) =>
  affected === null ? Number.POSITIVE_INFINITY : Date.parse(affected.firstStart)

/** Sorts by the next affected stay, then severity, then unacknowledged, then newest. */
export function order(a: MalfunctionView, b: MalfunctionView): number {
  const people = Number(a.affected === null) - Number(b.affected === null)
  const soon = people === 0 && a.affected !== null ? stops(a) - stops(b) : 0
  const many = (b.affected?.count ?? 0) - (a.affected?.count ?? 0)
  const severity = Number(a.severity === 'warning') - Number(b.severity === 'warning')
  const seen = Number(a.acknowledgedAt !== null) - Number(b.acknowledgedAt !== null)
  return people || soon || many || severity || seen || Date.parse(b.openedAt) - Date.parse(a.openedAt) || b.id - a.id
}

/** One root cause is one incident: explained malfunctions are in its details (M-10), and listed only if their cause is not visible. */
export function standing(rows: readonly MalfunctionView[]): MalfunctionView[] {
  const ids = new Set(rows.map(({ id }) => id))
  return rows.filter(({ causeId }) => causeId === null || !ids.has(causeId))
}

/** Filters, counts and groups open malfunctions. Grouped by zone, a malfunction of a site in two zones is listed under both. */
export function listMalfunctions(all: readonly MalfunctionView[], filter: MalfunctionSearch): MalfunctionList {
  const rows = standing(all)
  const words = (filter.q ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const counts = Object.fromEntries([...malfunctionKinds, 'all'].map((kind) => [kind, 0])) as Record<
    Kind | 'all',
    number
  >
  const zones = new Map<number, Place>()
  const sites = new Map<number, Place>()
  const shown: MalfunctionView[] = []
  for (const row of rows) {
    for (const zone of row.zones) zones.set(zone.id, zone)
    sites.set(row.site.id, row.site)
    if (!passes(row, filter, words)) continue
    counts[row.kind] += 1
    counts.all += 1
    if (filter.kind === undefined || filter.kind === row.kind) shown.push(row)
  }
  shown.sort(order)
  return {
    lines: linesOf(shown, filter.by ?? 'none'),
    open: rows.length,
    unseen: rows.filter((row) => row.acknowledgedAt === null).length,
    shown: shown.length,
    counts,
    zones: [...zones.values()].sort(byName),
    sites: [...sites.values()].sort(byName),
  }
}

function passes(row: MalfunctionView, filter: MalfunctionSearch, words: readonly string[]): boolean {
  if (filter.severity !== undefined && row.severity !== filter.severity) return false
  if (filter.zone !== undefined && !row.zones.some((zone) => zone.id === filter.zone)) return false
  if (filter.site !== undefined && row.site.id !== filter.site) return false
  if (filter.device !== undefined && row.device?.id !== filter.device) return false
  if (filter.seen === 'no' && row.acknowledgedAt !== null) return false
  if (filter.seen === 'yes' && row.acknowledgedAt === null) return false
  if (words.length === 0) return true
  const text = textOf(row)
  return words.every((word) => text.includes(word))
}

/** The groups that a row belongs to; null name = none of that sort. */
function groupsOf(row: MalfunctionView, by: Exclude<Grouping, 'none'>): { id: number | string; name: string | null }[] {
  if (by === 'type') {
    const name = row.device === null ? null : nameIn(row.device.type)
    return [{ id: name ?? 0, name }]
  }
  if (by === 'site') return [row.site]
  if (by === 'gateway') return [row.gateway]
  if (by === 'device') return row.device === null ? [{ id: -row.gateway.id, name: row.gateway.name }] : [row.device]
  return row.zones.length > 0 ? row.zones : [{ id: 0, name: null }]
}

function linesOf(rows: readonly MalfunctionView[], by: Grouping): Line[] {
  if (by === 'none') return rows.map(({ id }) => ({ kind: 'malfunction', key: String(id), id }))
  const groups = new Map<number | string, { name: string | null; ids: number[] }>()
  for (const row of rows) {
    for (const { id, name } of groupsOf(row, by)) {
      const group = groups.get(id) ?? { name, ids: [] }
      group.ids.push(row.id)
      groups.set(id, group)
    }
  }
  return [...groups]
    .sort(([, a], [, b]) => collator.compare(a.name ?? '\uffff', b.name ?? '\uffff'))
    .flatMap(([groupId, { name, ids }]): Line[] => [
      { kind: 'group', key: `group ${groupId}`, by, name, count: ids.length },
      ...ids.map((id): Line => ({ kind: 'malfunction', key: `${groupId} ${id}`, id })),
    ])
}

/** Equal lists: nothing on screen would differ. Rows are redrawn by their own changes. */
export function sameMalfunctionList(a: MalfunctionList, b: MalfunctionList): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
