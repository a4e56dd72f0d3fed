import type { DeviceView } from '../../../contract/devices.ts'
import { type ShownState, shownState } from '../../../machines/device.ts'
import type { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import type { Grouping, StatusGroup } from './search.ts'

type T = ReturnType<typeof useT>

const groupOfState: Readonly<Partial<Record<ShownState, StatusGroup>>> = {
  free: 'free',
  freeing: 'free',
  okay: 'free',
  occupied: 'occupied',
  blocked: 'blocked',
  blocking: 'blocked',
  maintenance: 'maintenance',
}

/** The status filter of a device: anything neither at rest nor under maintenance needs attention. */
export function statusGroupOf(device: DeviceView): StatusGroup {
  return groupOfState[shownState(device)] ?? 'attention'
}

/** What needs a person comes first. */
export const urgency: readonly StatusGroup[] = ['attention', 'maintenance', 'occupied', 'blocked', 'free']

/** The key of a device's group. A path belongs to its site: the same number elsewhere is another path. */
export function groupKey(device: DeviceView, grouping: Grouping): string {
  switch (grouping) {
    case 'site':
      return String(device.site.id)
    case 'path':
      return `${device.site.id} ${device.path.number}`
    case 'type':
      return String(device.type.id)
    case 'state':
      return shownState(device)
    case 'gateway':
      return String(device.gateway.id)
  }
}

/** The heading of a device's group. */
export function groupName(device: DeviceView, grouping: Grouping, t: T): string {
  const { site, path, type, gateway } = device
  switch (grouping) {
    case 'site':
      return site.name
    case 'path': {
      const way = path.number < 0 ? t('control.path.every') : t('control.path', { number: path.number })
      return `${site.name} · ${path.name ?? way}`
    }
    case 'type':
      return nameIn(type)
    case 'state':
      return t(`ui.state.${shownState(device)}`)
    case 'gateway':
      return `${t('control.gateway', { name: gateway.name })} · ${site.name}`
  }
}

/** Groups are sorted by name; states by urgency. */
export function groupRank(device: DeviceView, grouping: Grouping): number {
  return grouping === 'state' ? urgency.indexOf(statusGroupOf(device)) : 0
}
