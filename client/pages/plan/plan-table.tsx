import { UnstyledButton } from '@mantine/core'
import type { DeviceView } from '../../../contract/devices.ts'
import type { PlanDevice, PlanView } from '../../../contract/sites/plan.ts'
import { shownState } from '../../../machines/device.ts'
import { DeviceActions } from '../../commands/device-actions.tsx'
import { DeviceCommandProgress } from '../../commands/device-command-progress.tsx'
import { useDeviceCommand } from '../../commands/use-device-command.ts'
import card from '../../devices/device-card.module.css'
import { doorText } from '../../devices/door-words.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { Place } from '../../site-canvas/geometry/box.ts'
import type { PlanLive } from '../../sites/plan-live.ts'
import { useRow } from '../../stores/use-watch.ts'
import { Age } from '../../ui/age.tsx'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './plan.module.css'

interface PlanTableProps {
  live: PlanLive
  plan: PlanView
  chosen: number | null
  onShow: (id: number) => void
}

/** What the plan shows, as a table with the same actions. */
export function PlanTable({ live, plan, chosen, onShow }: PlanTableProps) {
  const t = useT()
  const cell = (show: (device: DeviceView) => React.ReactNode) => (row: PlanDevice) => (
    <Cell live={live} id={row.id} show={show} />
  )
  const columns: Column<PlanDevice>[] = [
    {
      key: 'name',
      title: t('common.device'),
      phone: 'title',
      cell: (row) =>
        row.place === null ? (
          <strong>{row.name}</strong>
        ) : (
          <UnstyledButton className={card.name ?? ''} aria-pressed={row.id === chosen} onClick={() => onShow(row.id)}>
            {row.name}
          </UnstyledButton>
        ),
    },
    {
      key: 'state',
      title: t('common.state'),
      phone: 'plain',
      cell: cell((device) => (
        <span className={card.states}>
          <StatusBadge state={shownState(device)} />
          {device.doorState !== null && <span>{doorText(device.doorState, device.type, t)}</span>}
        </span>
      )),
    },
    {
      key: 'report',
      title: t('plan.column.report'),
      cell: cell((device) => <Age at={device.lastMessageAt} zone={device.site.timeZone} />),
    },
    { key: 'place', title: t('plan.column.place'), cell: ({ place }) => <Position place={place} /> },
    {
      key: 'actions',
      title: t('plan.column.actions'),
      align: 'end',
      phone: 'plain',
      cell: cell((device) => <Actions live={live} device={device} />),
    },
  ]
  return <DataList label={t('plan.table')} columns={columns} rows={plan.devices} rowId={({ id }) => id} pageSize={25} />
}

/** Only a change of its own device draws a cell again. */
function Cell({ live, id, show }: { live: PlanLive; id: number; show: (device: DeviceView) => React.ReactNode }) {
  const device = useRow(live, 'device', id)
  return device === null ? null : show(device)
}

function Actions({ live, device }: { live: PlanLive; device: DeviceView }) {
  const deviceCommands = useDeviceCommand(live.view, device)
  return (
    <div className={classes.rowActions}>
      <DeviceCommandProgress deviceCommand={device.deviceCommand} sending={deviceCommands.sending} />
      <DeviceActions device={device} deviceCommands={deviceCommands} compact />
    </div>
  )
}

/** Where a device stands and how large it is, in metres from the upper left corner. */
export function Position({ place }: { place: Place | null }) {
  const t = useT()
  if (place === null) return <span>{t('plan.place.none')}</span>
  const metres = (mm: number) => formatNumber(mm / 1_000, 2)
  const at = { x: metres(place.xMm), y: metres(place.yMm) }
  return (
    <span className={classes.position}>
      {place.rotationDeg === 0 ? t('plan.place.at', at) : t('plan.place.turned', { ...at, degrees: place.rotationDeg })}
      <small className={classes.positionNote}>
        {t('plan.size.of', { width: metres(place.widthMm), height: metres(place.heightMm) })}
      </small>
    </span>
  )
}
