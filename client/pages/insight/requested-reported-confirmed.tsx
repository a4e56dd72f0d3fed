import type { ReactNode } from 'react'
import type { DeviceView } from '../../../contract/devices.ts'
import { shownState } from '../../../machines/device.ts'
import { actionIcons } from '../../devices/actions.ts'
import { doorText } from '../../devices/door-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { Age } from '../../ui/age.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './device.module.css'

function Truth({
  name,
  icon,
  at,
  zone,
  children,
}: {
  name: 'requested' | 'reported' | 'confirmed'
  icon: IconName
  at: string | null
  zone: string
  children: ReactNode
}) {
  const t = useT()
  return (
    <div className={classes.truth} data-truth={name}>
      <dt className={classes.truthTerm}>
        <Icon className={classes.truthIcon} name={icon} size={18} /> {t(`insight.truth.${name}`)}
        <small className={classes.truthNote}>{t(`insight.truth.${name}.hint`)}</small>
      </dt>
      <dd className={classes.truthValue}>
        <div className={classes.value}>{children}</div>
        {at !== null && <Age at={at} zone={zone} />}
      </dd>
    </div>
  )
}

/** BookingRequest, report and confirmation apart, each with its time: no request is shown as a fact (CTRL-1). */
export function RequestedReportedConfirmed({ device }: { device: DeviceView }) {
  const t = useT()
  const zone = device.site.timeZone
  const none = <span className={classes.none}>{t('insight.truth.none')}</span>
  const deviceCommand = (action: DeviceView['requested']) =>
    action === null ? (
      none
    ) : (
      <span className={classes.deviceCommand}>
        <Icon name={actionIcons[action]} size={18} /> {t(`control.${action}`)}
      </span>
    )
  const reportedAt =
    [device.statusAt, device.doorAt]
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null
  return (
    <dl className={classes.truths}>
      <Truth name="requested" icon="hand" at={device.requestedAt} zone={zone}>
        {deviceCommand(device.requested)}
      </Truth>
      <Truth name="reported" icon="antenna" at={reportedAt} zone={zone}>
        <StatusBadge state={shownState({ ...device, maintenance: false, reachable: true })} />
        {device.doorState !== null && <span>{doorText(device.doorState, device.type, t)}</span>}
      </Truth>
      <Truth name="confirmed" icon="check" at={device.confirmedAt} zone={zone}>
        {deviceCommand(device.confirmed)}
      </Truth>
    </dl>
  )
}
