import type { DeviceView } from '../../../contract/devices.ts'
import type { useT } from '../../i18n/i18n.ts'
import { groupKey, groupName, groupRank, statusGroupOf, urgency } from './grouping.ts'
import { type Grouping, type Sorting, type StatusGroup, statusGroups } from './search.ts'

export interface RemoteFilter {
  readonly query: string
  readonly site: number | null
  readonly status: StatusGroup
  readonly sort: Sorting
  readonly by: Grouping
  /** The plan of the chosen site is shown too. */
  readonly plan: boolean
}

/** A group with its devices in order; `open` = they are drawn below it. */
export interface GroupLine {
  readonly kind: 'group'
  readonly key: string
  readonly name: string
  readonly ids: readonly number[]
  readonly open: boolean
}
export type Line = GroupLine | { readonly kind: 'device'; readonly id: number }

export interface RemoteList {
  readonly lines: readonly Line[]
  /** Every matching device in display order, including those of collapsed groups. */
  readonly ids: readonly number[]
  readonly total: number
  readonly shown: number
  readonly counts: Readonly<Record<StatusGroup, number>>
  readonly sites: readonly { readonly id: number; readonly name: string }[]
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const textOf = (device: DeviceView): string =>
  `${device.name}\n${device.hardwareId}\n${device.site.name}\n${device.gateway.name}\n${[device.type.name, ...Object.values(device.type.names)].join('\n')}\n${device.path.name ?? ''}`

interface Named {
  /** The view that these texts belong to. */
  device: DeviceView
  readonly label: string
  /** Rank by site and name among all. */
  readonly place: number
  readonly text: string
}
const nothingClosed: ReadonlySet<string> = new Set()

/**
 * Lists devices in groups. The slow parts, comparing names and folding text, are cached and redone only when names change, so that a
 * stream of status changes costs next to nothing. `closed` = keys of collapsed groups.
 */
export function createRemoteList(): (
  devices: readonly DeviceView[],
  filter: RemoteFilter,
  t: ReturnType<typeof useT>,
  closed?: ReadonlySet<string>,
) => RemoteList {
  let named = new Map<number, Named>()

  const isKnown = (device: DeviceView) => {
    const known = named.get(device.id)
    if (!known) return false
    if (known.device !== device && known.label !== textOf(device)) return false
    known.device = device
    return true
  }
  const prepare = (devices: readonly DeviceView[]) => {
    if (named.size === devices.length && devices.every(isKnown)) return
    const sorted = devices.toSorted(
      (a, b) =>
        collator.compare(a.site.name, b.site.name) ||
        a.site.id - b.site.id ||
        collator.compare(a.name, b.name) ||
        a.id - b.id,
    )
    named = new Map(
      sorted.map((device, place) => [
        device.id,
        { device, label: textOf(device), place, text: textOf(device).toLocaleLowerCase() },
      ]),
    )
  }
  const place = (device: DeviceView) => named.get(device.id)?.place ?? 0

  return (devices, filter, t, closed = nothingClosed) => {
    prepare(devices)
    const words = filter.query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    const counts = { all: 0, attention: 0, free: 0, occupied: 0, blocked: 0, maintenance: 0 }
    const sites = new Map<number, string>()
    const groups = new Map<string, DeviceView[]>()
    for (const device of devices) {
      sites.set(device.site.id, device.site.name)
      if (filter.site !== null && device.site.id !== filter.site) continue
      const text = named.get(device.id)?.text ?? ''
      if (!words.every((word) => text.includes(word))) continue
      const status = statusGroupOf(device)
      counts.all += 1
      counts[status] += 1
      if (filter.status !== 'all' && filter.status !== status) continue
      const key = groupKey(device, filter.by)
      const group = groups.get(key)
      if (group) group.push(device)
      else groups.set(key, [device])
    }
    const order = (a: DeviceView, b: DeviceView) => ranks[filter.sort](a, b) || place(a) - place(b)
    const lines = linesOf(groups, filter.by, order, closed, t)
    const ids = lines.flatMap((line) => (line.kind === 'group' ? line.ids : []))
    return {
      lines,
      ids,
      total: devices.length,
      shown: ids.length,
      counts,
      sites: [...sites].map(([id, name]) => ({ id, name })).sort((a, b) => collator.compare(a.name, b.name)),
    }
  }
}

const ranks: Readonly<Record<Sorting, (a: DeviceView, b: DeviceView) => number>> = {
  name: () => 0,
  urgency: (a, b) => urgency.indexOf(statusGroupOf(a)) - urgency.indexOf(statusGroupOf(b)),
  silence: (a, b) => heard(a) - heard(b),
}

const heard = (device: DeviceView): number => (device.lastMessageAt === null ? 0 : Date.parse(device.lastMessageAt))

function linesOf(
  groups: ReadonlyMap<string, DeviceView[]>,
  by: Grouping,
  order: (a: DeviceView, b: DeviceView) => number,
  closed: ReadonlySet<string>,
  t: ReturnType<typeof useT>,
): Line[] {
  const headed = [...groups].flatMap(([key, devices]) => {
    const [any] = devices
    return any ? [{ key, name: groupName(any, by, t), rank: groupRank(any, by), devices: devices.sort(order) }] : []
  })
  headed.sort((a, b) => a.rank - b.rank || collator.compare(a.name, b.name) || collator.compare(a.key, b.key))
  return headed.flatMap(({ key, name, devices }): Line[] => {
    const ids = devices.map(({ id }) => id)
    const open = !closed.has(key)
    const below = open ? ids.map((id) => ({ kind: 'device' as const, id })) : []
    return [{ kind: 'group', key, name, ids, open }, ...below]
  })
}

/** Equal lists: nothing on screen would differ. */
export function sameRemoteList(a: RemoteList, b: RemoteList): boolean {
  return (
    a.total === b.total &&
    a.shown === b.shown &&
    a.lines.length === b.lines.length &&
    statusGroups.every((group) => a.counts[group] === b.counts[group]) &&
    a.sites.length === b.sites.length &&
    a.lines.every((line, at) => sameLine(line, b.lines[at])) &&
    a.sites.every((site, at) => site.id === b.sites[at]?.id && site.name === b.sites[at]?.name)
  )
}

function sameLine(a: Line, b: Line | undefined): boolean {
  if (b === undefined) return false
  if (a.kind === 'device') return b.kind === 'device' && a.id === b.id
  if (b.kind === 'device') return false
  const sameHead = a.key === b.key && a.name === b.name && a.open === b.open
  return sameHead && a.ids.length === b.ids.length && a.ids.every((id, at) => id === b.ids[at])
}
