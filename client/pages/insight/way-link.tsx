import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import type { IncidentView } from '../../../contract/insight.ts'
import { maySetMaintenance } from '../../access/may-set-maintenance.ts'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import type { Way } from './advice.ts'

interface Target {
  readonly to: string
  readonly params?: Record<string, string>
  readonly search?: Record<string, string | number>
}

const icons = {
  behind: 'gateway',
  maintenance: 'maintenance',
  commandLog: 'history',
  reservation: 'ticket',
  calendar: 'calendar',
  plan: 'map',
} as const satisfies Record<Way, IconName>

/** The target of a step for this malfunction; null if there is none, such as the calendar of a whole gateway. */
export function targetOf(
  way: Way,
  { device, gateway, site, reservation }: Pick<IncidentView, 'device' | 'gateway' | 'site' | 'reservation'>,
): Target | null {
  if (way === 'plan') return { to: '/sites/visualization', search: { site: site.id } }
  if (way === 'behind') return { to: '/smart-remote', search: { q: gateway.name, by: 'gateway' } }
  if (device === null) return null
  const params = { deviceId: String(device.id) }
  if (way === 'maintenance') return { to: '/maintenance/add', search: { scope: 'device', target: device.id } }
  if (way === 'commandLog') return { to: '/commands', search: { deviceId: device.id } }
  if (way === 'reservation' && reservation !== null)
    return { to: '/reservations/$reservationId', params: { reservationId: String(reservation.id) } }
  return { to: '/devices/$deviceId/calendar', params }
}

/** Link to the page where a step is done. */
export function WayLink({ way, incident }: { way: Way; incident: IncidentView }) {
  const t = useT()
  const { user } = useSnapshot(session)
  const target = targetOf(way, incident)
  if (target === null) return null
  // Who may not set maintenance has no button for it.
  if (way === 'maintenance' && (user === null || !maySetMaintenance(user))) return null
  return (
    <Button
      component={Link}
      to={target.to as '/'}
      params={(target.params ?? {}) as never}
      search={(target.search ?? {}) as never}
      variant="default"
      leftSection={<Icon name={icons[way]} size={18} />}
    >
      {t(`insight.way.${way}`)}
    </Button>
  )
}
