import type { ReactNode } from 'react'
import { type ShownState, tone as toneOfState } from '../../machines/device.ts'
import { useT } from '../i18n/i18n.ts'
import type { ToneName } from '../theme/tokens.ts'
import { Icon, type IconName } from './icons.tsx'
import classes from './status-badge.module.css'

export const stateIcons: Readonly<Record<ShownState, IconName>> = {
  free: 'free',
  freeing: 'open',
  blocked: 'blocked',
  blocking: 'closed',
  occupied: 'occupied',
  recalibrate: 'calibrate',
  reboot: 'power',
  updating_status: 'refresh',
  error: 'cross',
  undefined: 'undefined',
  okay: 'check',
  unknown: 'help',
  unreachable: 'unreachable',
  maintenance: 'maintenance',
  not_responding: 'wait',
  active: 'check',
  pending: 'wait',
  restarting: 'power',
  generating: 'wait',
}

/** A meaning as colour, icon and word together. `quiet` = no background, for dense lists. */
export function Badge({
  tone,
  icon,
  children,
  quiet = false,
}: {
  tone: ToneName
  icon: IconName
  children: ReactNode
  quiet?: boolean
}) {
  return (
    <span className={classes.badge} data-tone={tone} data-quiet={quiet || undefined}>
      <Icon className={classes.badgeIcon} name={icon} size={16} />
      <span>{children}</span>
    </span>
  )
}

/** The shown state of a device (machines/device.ts) in its colour. */
export function StatusBadge({ state, quiet = false }: { state: ShownState; quiet?: boolean }) {
  const t = useT()
  return (
    <Badge tone={toneOfState(state)} icon={stateIcons[state]} quiet={quiet}>
      {t(`ui.state.${state}`)}
    </Badge>
  )
}
