import type { CommandLogLine } from '../../../contract/control.ts'
import { DeviceCommandLink } from '../../commands/device-command-link.tsx'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './command-log.module.css'
import { Who } from './who.tsx'

/** Commands as a table, on the phone as cards; times in the zone of the site. */
export function CommandLogTable({
  deviceCommands,
  operator,
}: {
  deviceCommands: readonly CommandLogLine[]
  operator: boolean
}) {
  const t = useT()
  const columns: Column<CommandLogLine>[] = [
    {
      key: 'at',
      title: t('common.time'),
      phone: 'title',
      cell: ({ issuedAt, site }) => (
        <time className={classes.two} dateTime={issuedAt}>
          <span>{formatDate(issuedAt, site.timeZone)}</span>{' '}
          <small>{formatTime(issuedAt, site.timeZone, { seconds: true })}</small>
        </time>
      ),
    },
    {
      key: 'place',
      title: t('common.device'),
      cell: ({ device, site }) => (
        <span className={classes.two}>
          <span>{device.name}</span>
          <small>{site.name}</small>
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t('command-log.column.outcome'),
      cell: (deviceCommand) => {
        const { text, tone, icon } = deviceCommandWords(deviceCommand, t)
        return (
          <Badge tone={tone} icon={icon} quiet>
            {text}
          </Badge>
        )
      },
    },
    { key: 'who', title: t('command-log.column.who'), cell: (deviceCommand) => <Who deviceCommand={deviceCommand} /> },
    {
      key: 'reservation',
      title: t('common.reservation'),
      cell: ({ reservation }) =>
        reservation === null ? <span className={classes.dim}>–</span> : String(reservation.number),
    },
    {
      key: 'code',
      title: t('common.supportCode'),
      cell: ({ supportCode }) => <span className={classes.code}>{supportCode}</span>,
    },
  ]
  return (
    <DataList
      label={t('command-log.list')}
      columns={columns}
      rows={deviceCommands}
      rowId={({ id }) => id}
      link={(deviceCommand, content) => (
        <DeviceCommandLink deviceCommand={deviceCommand} coded={!operator}>
          {content}
        </DeviceCommandLink>
      )}
    />
  )
}
