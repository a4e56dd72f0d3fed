import type { DeviceView } from '../../../contract/devices.ts'
import { type ShownState, shownState } from '../../../machines/device.ts'
import { type Sorting, type StatusGroup, statusGroups } from './search.ts'

export interface RemoteFilter {
  readonly query: string
  readonly site: number | null
  readonly status: StatusGroup
  readonly sort: Sorting
}

/** A line of the list: a site with how many of its devices are shown, or a device. */
export type Line =
  | { readonly kind: 'site'; readonly id: number; readonly name: string; readonly count: number }
  | { readonly kind: 'device'; readonly id: number }

export interface RemoteList {
  readonly lines: readonly Line[]
  readonly total: number
  readonly shown: number
  readonly counts: Readonly<Record<StatusGroup, number>>
  readonly sites: readonly { readonly id: number; readonly name: string }[]
}

const groupOf: Readonly<Partial<Record<ShownState, StatusGroup>>> = {
  free: 'free',
  freeing: 'free',
  okay: 'free',
  occupied: 'occupied',
  blocked: 'blocked',
  blocking: 'blocked',
  maintenance: 'maintenance',
}

/** Where a device belongs among the status filters: what is neither at rest nor under maintenance needs attention. */
export function statusGroupOf(device: DeviceView): StatusGroup {
  return groupOf[shownState(device)] ?? 'attention'
}

const urgency: readonly StatusGroup[] = ['attention', 'maintenance', 'occupied', 'blocked', 'free']
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const textOf = (device: DeviceView): string =>
  `${device.name}\n${device.hardwareId}\n${device.site.name}\n${device.gateway.name}\n${[device.type.name, ...Object.values(device.type.names)].join('\n')}\n${device.path.name ?? ''}`

interface Named {
  readonly label: string
  /** Place by site and name among all. */
  readonly place: number
  readonly text: string
}

/**
 * Lists devices by site. The slow parts, comparing names and folding text, are kept and done again only when names change, so that a
 * stream of status changes costs next to nothing.
 */
export function createRemoteList(): (devices: readonly DeviceView[], filter: RemoteFilter) => RemoteList {
  let named = new Map<number, Named>()

  const prepare = (devices: readonly DeviceView[]) => {
    const unchanged =
      named.size === devices.length && devices.every((device) => named.get(device.id)?.label === textOf(device))
    if (unchanged) return
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
        { label: textOf(device), place, text: textOf(device).toLocaleLowerCase() },
      ]),
    )
  }
  const place = (device: DeviceView) => named.get(device.id)?.place ?? 0

  return (devices, filter) => {
    prepare(devices)
    const words = filter.query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    const counts = { all: 0, attention: 0, free: 0, occupied: 0, blocked: 0, maintenance: 0 }
    const sites = new Map<number, string>()
    const shown: DeviceView[] = []
    for (const device of devices) {
      sites.set(device.site.id, device.site.name)
      if (filter.site !== null && device.site.id !== filter.site) continue
      const text = named.get(device.id)?.text ?? ''
      if (!words.every((word) => text.includes(word))) continue
      const group = statusGroupOf(device)
      counts.all += 1
      counts[group] += 1
      if (filter.status === 'all' || filter.status === group) shown.push(device)
    }
    shown.sort((a, b) => siteOrder(a, b) || ranks[filter.sort](a, b) || place(a) - place(b))
    return {
      lines: linesOf(shown),
      total: devices.length,
      shown: shown.length,
      counts,
      sites: [...sites].map(([id, name]) => ({ id, name })).sort((a, b) => collator.compare(a.name, b.name)),
    }
  }

  /** Sites keep their order by name: the first place of a site's device is the site's. */
  function siteOrder(a: DeviceView, b: DeviceView): number {
    return a.site.id === b.site.id ? 0 : place(a) - place(b)
  }
}

const ranks: Readonly<Record<Sorting, (a: DeviceView, b: DeviceView) => number>> = {
  name: () => 0,
  urgency: (a, b) => urgency.indexOf(statusGroupOf(a)) - urgency.indexOf(statusGroupOf(b)),
  silence: (a, b) => heard(a) - heard(b),
}

const heard = (device: DeviceView): number => (device.lastMessageAt === null ? 0 : Date.parse(device.lastMessageAt))

function linesOf(devices: readonly DeviceView[]): Line[] {
  const lines: Line[] = []
  let header: { kind: 'site'; id: number; name: string; count: number } | undefined
  for (const device of devices) {
    if (header?.id !== device.site.id) {
      header = { kind: 'site', id: device.site.id, name: device.site.name, count: 0 }
      lines.push(header)
    }
    header.count += 1
    lines.push({ kind: 'device', id: device.id })
  }
  return lines
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
  if (b === undefined || a.kind !== b.kind || a.id !== b.id) return false
  return a.kind !== 'site' || b.kind !== 'site' || (a.count === b.count && a.name === b.name)
}
