import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { Timeline, TimelineDevice } from '../../../contract/sites/timeline.ts'
import { shownState } from '../../../machines/device.ts'
import card from '../../devices/device-card.module.css'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { doorText } from '../../devices/door-words.ts'
import { formatDateTime, formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ReservationLink } from './device-then-card.tsx'
import classes from './time-machine.module.css'
import { type RowThen, type ShownPast, useThen } from './use-then.ts'

interface PastTableProps {
  timeline: Timeline
  past: ShownPast
  chosen: number | null
  onShow: (id: number) => void
}

/** What the plan shows of the second, as a table. */
export function PastTable({ timeline, past, chosen, onShow }: PastTableProps) {
  const t = useT()
  const { devices, plan } = timeline
  const columns = useMemo((): Column<TimelineDevice>[] => {
    const cell = (show: (row: RowThen) => ReactNode) => (device: TimelineDevice) => (
      <Cell past={past} id={device.id} show={show} />
    )
    return [
      {
        key: 'name',
        title: t('common.device'),
        phone: 'title',
        cell: ({ id, name }) => (
          <UnstyledButton className={classes.name ?? ''} aria-pressed={id === chosen} onClick={() => onShow(id)}>
            {name}
          </UnstyledButton>
        ),
      },
      {
        key: 'state',
        title: t('common.state'),
        phone: 'plain',
        cell: cell(({ device }) => (
          <span className={card.states}>
            <StatusBadge state={shownState(device)} />
            {device.doorState !== null && <span>{doorText(device.doorState, device.type, t)}</span>}
          </span>
        )),
      },
      {
        key: 'since',
        title: t('common.since'),
        cell: cell(({ past: { report } }) => {
          if (report === null) return '–'
          const time = formatDateTime(report.at, plan.timeZone, { seconds: true })
          return report.already ? t('time-machine.fact.already', { time }) : time
        }),
      },
      {
        key: 'reservation',
        title: t('common.reservation'),
        cell: cell(({ past: { reservations } }) =>
          reservations.length === 0
            ? t('time-machine.fact.reservation.none')
            : reservations.map(({ id, number }) => <ReservationLink key={id} id={id} number={number} />),
        ),
      },
      {
        key: 'command',
        title: t('common.command'),
        cell: cell(({ device }) =>
          device.deviceCommand === null
            ? t('time-machine.fact.command.none')
            : deviceCommandWords(device.deviceCommand, t).text,
        ),
      },
      {
        key: 'troubles',
        title: t('common.malfunctions'),
        cell: cell(({ past: { malfunctions } }) =>
          malfunctions.length === 0
            ? t('time-machine.fact.troubles.none')
            : formatList(malfunctions.map(({ kind }) => t(`insight.kind.${kind}`))),
        ),
      },
    ]
  }, [t, past, chosen, onShow, plan.timeZone])
  return (
    <DataList label={t('time-machine.table')} columns={columns} rows={devices} rowId={({ id }) => id} pageSize={25} />
  )
}

/** Only a change of its own device draws a cell again. */
function Cell({ past, id, show }: { past: ShownPast; id: number; show: (row: RowThen) => ReactNode }) {
  const row = useThen(past, id)
  return row === null ? null : show(row)
}
