import { useCallback } from 'react'
import type { DeviceCommandView } from '../../../contract/devices.ts'
import type { IncidentEntry, IncidentView, incident as incidentWatch } from '../../../contract/insight.ts'
import { DeviceCommandLink } from '../../commands/device-command-link.tsx'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Live, sameList, useRows } from '../../stores/use-watch.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './incident.module.css'
import { timelineOf } from './timeline-rows.ts'

const icons = {
  opened: 'alert',
  closed: 'check',
  acknowledged: 'check',
  assigned: 'user',
  comment: 'edit',
  changed: 'edit',
  mailed: 'send',
  returned: 'swap',
} as const satisfies Record<IncidentEntry['type'], IconName>

/** Everything that happened to it and was tried, newest first. */
export function Timeline({
  incident,
  live,
}: {
  incident: IncidentView
  live: Live<(typeof incidentWatch)['kinds'][number]>
}) {
  const t = useT()
  const { openedAt, closedAt, site } = incident
  const asEntries = useCallback((rows: IncidentEntry[]) => rows.sort((a, b) => a.id - b.id), [])
  const asDeviceCommands = useCallback((rows: DeviceCommandView[]) => rows, [])
  const entries = useRows(live, 'incidentEntry', asEntries, sameList)
  const deviceCommands = useRows(live, 'deviceCommand', asDeviceCommands, sameList)
  return (
    <ol className={classes.timeline} aria-label={t('common.whatHappened')}>
      {timelineOf(entries, deviceCommands, { openedAt, closedAt }).map((moment) => (
        <li className={classes.timelineItem} key={moment.key}>
          <Icon
            className={classes.timelineIcon}
            name={'entry' in moment ? icons[moment.entry.type] : 'remote'}
            size={18}
          />
          <div>
            {'entry' in moment ? <Entry entry={moment.entry} /> : <Tried deviceCommand={moment.deviceCommand} />}
            <time className={classes.timelineTime} dateTime={moment.at}>
              {formatDateTime(moment.at, site.timeZone, { seconds: true })}
            </time>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry: { type, by, comment, data } }: { entry: IncidentEntry }) {
  const t = useT()
  const name = by ?? t('insight.entry.system')
  if (type === 'comment')
    return (
      <>
        <strong className={classes.timelineStrong}>{name}</strong>
        <p className={classes.said}>{comment}</p>
      </>
    )
  if (type === 'acknowledged')
    return <strong className={classes.timelineStrong}>{t('insight.ack.by', { name })}</strong>
  if (type === 'assigned') {
    const to = typeof data['name'] === 'string' ? data['name'] : null
    return (
      <strong className={classes.timelineStrong}>
        {to === null ? t('insight.entry.freed', { name }) : t('insight.entry.assigned', { name, to })}
      </strong>
    )
  }
  return <strong className={classes.timelineStrong}>{t(`insight.entry.${type}`)}</strong>
}

function Tried({ deviceCommand }: { deviceCommand: DeviceCommandView }) {
  const t = useT()
  const { text, tone, icon } = deviceCommandWords(deviceCommand, t)
  return (
    <>
      <DeviceCommandLink className={classes.timelineLink} deviceCommand={deviceCommand}>
        <Badge tone={tone} icon={icon} quiet>
          {text}
        </Badge>
      </DeviceCommandLink>
      <small className={classes.timelineNote}>
        {deviceCommand.by === null
          ? t('insight.commands.bySystem')
          : t('insight.commands.by', { name: deviceCommand.by })}
      </small>
    </>
  )
}
