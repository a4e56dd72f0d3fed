import type { CommandLogLine, commandLog } from '../../../contract/control.ts'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './command-log.module.css'
import { Who } from './who.tsx'

/** The columns of the command log; times are those of the site. */
export function useLogColumns(): readonly ListColumn<CommandLogLine, (typeof commandLog.sorts)[number]>[] {
  const t = useT()
  return [
    {
      key: 'at',
      title: t('common.time'),
      sort: 'issuedAt',
      always: true,
      phone: 'title',
      cell: ({ issuedAt, site }) => (
        <time dateTime={issuedAt}>
          <TwoLines small={formatTime(issuedAt, site.timeZone, { seconds: true })}>
            {formatDate(issuedAt, site.timeZone)}
          </TwoLines>
        </time>
      ),
    },
    {
      key: 'place',
      title: t('common.device'),
      cell: ({ device, site }) => <TwoLines small={site.name}>{device.name}</TwoLines>,
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
    { key: 'gateway', title: t('common.gateway'), hidden: true, cell: ({ gateway }) => gateway.name },
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
}
