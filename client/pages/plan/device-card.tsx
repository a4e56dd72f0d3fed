import { Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { shownState } from '../../../machines/device.ts'
import { DeviceActions } from '../../commands/device-actions.tsx'
import { DeviceCommandProgress } from '../../commands/device-command-progress.tsx'
import { useDeviceCommand } from '../../commands/use-device-command.ts'
import { CardHead } from '../../devices/card-head.tsx'
import card from '../../devices/device-card.module.css'
import { doorText } from '../../devices/door-words.ts'
import { useT } from '../../i18n/i18n.ts'
import type { PlanLive } from '../../sites/plan-live.ts'
import { session } from '../../stores/session.ts'
import { useRow } from '../../stores/use-watch.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import text from '../../ui/text.module.css'
import classes from './plan.module.css'

/** The chosen device: what it is, how it is and since when, the command on its way, and what may be commanded. */
export function DeviceCard({ live, id, onClose }: { live: PlanLive; id: number; onClose: () => void }) {
  const t = useT()
  const device = useRow(live, 'device', id)
  const deviceCommands = useDeviceCommand(live.view, device ?? { id, name: '' })
  const { features } = useSnapshot(session)
  if (device === null) return <p>{t('plan.unknown')}</p>
  return (
    <section className={card.card} aria-label={device.name}>
      <CardHead device={device} onClose={onClose} />
      <div className={card.states}>
        <StatusBadge state={shownState(device)} />
        {device.doorState !== null && <span>{doorText(device.doorState, device.type, t)}</span>}
      </div>
      <p className={text.note}>
        {t('control.report')} <Age at={device.lastMessageAt} zone={device.site.timeZone} />
      </p>
      {!device.gateway.linked && (
        <p className={classes.down}>
          <Icon name="offline" size={16} /> {t('control.gateway.down', { name: device.gateway.name })}
        </p>
      )}
      <DeviceCommandProgress deviceCommand={device.deviceCommand} sending={deviceCommands.sending} />
      <DeviceActions device={device} deviceCommands={deviceCommands} compact />
      {mayAccess(operatorFeatures, new Set(features)) && (
        <Link className={classes.more} to="/devices/$deviceId" params={{ deviceId: String(id) }}>
          {t('plan.details.page')} <Icon name="arrowRight" size={18} />
        </Link>
      )}
    </section>
  )
}
