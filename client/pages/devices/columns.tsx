import { type DeviceListRow, type list, placeAttributes } from '../../../contract/devices/admin.ts'
import { shownState } from '../../../machines/device.ts'
import { formatMetric } from '../../charts/metrics.ts'
import { maintenanceText } from '../../devices/maintenance-text.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { Age } from '../../ui/age.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

type DeviceColumn = ListColumn<DeviceListRow, (typeof list.sorts)[number]>

/** The columns of devices. */
export function useDeviceColumns(): readonly DeviceColumn[] {
  const t = useT()
  const yesOrNo = (value: boolean) => t(value ? 'common.yes' : 'common.no')
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: ({ name, comment }) => <TwoLines small={comment}>{name}</TwoLines>,
    },
    { key: 'site', title: t('common.site'), sort: 'site', cell: ({ site }) => site.name },
    { key: 'type', title: t('insight.fact.type'), sort: 'type', cell: ({ type }) => nameIn(type) },
    {
      key: 'status',
      title: t('device-admin.status'),
      cell: ({ status, silent }) => (
        <StatusBadge quiet state={shownState({ status, reachable: !silent, maintenance: false })} />
      ),
    },
    {
      key: 'lastMessageAt',
      title: t('insight.fact.lastMessage'),
      sort: 'lastMessageAt',
      cell: ({ lastMessageAt, site }) => <Age at={lastMessageAt} zone={site.timeZone} />,
    },
    {
      key: 'maintenanceState',
      title: t('device-admin.maintenanceState'),
      sort: 'maintenanceState',
      cell: ({ maintenanceState }) => maintenanceText(maintenanceState, t),
    },
    {
      key: 'gateway',
      title: t('common.gateway'),
      sort: 'gateway',
      hidden: true,
      cell: ({ gateway }) => gateway.name,
    },
    {
      key: 'hardwareId',
      title: t('device-admin.hardwareId'),
      sort: 'hardwareId',
      cell: ({ hardwareId }) => hardwareId,
    },
    {
      key: 'path',
      title: t('device-admin.path'),
      hidden: true,
      cell: ({ pathNumber, pathName }) => pathName ?? (pathNumber === -1 ? t('device-admin.path.every') : pathNumber),
    },
    {
      key: 'sequenceNumber',
      title: t('device-admin.sequenceNumber'),
      hidden: true,
      align: 'end',
      cell: ({ sequenceNumber }) => sequenceNumber,
    },
    {
      key: 'attributes',
      title: t('device-admin.attributes'),
      hidden: true,
      cell: (row) =>
        placeAttributes
          .filter((attribute) => row[attribute])
          .map((attribute) => t(`device-admin.${attribute}`))
          .join(', ') || '–',
    },
    { key: 'sizeClass', title: t('device-admin.sizeClass'), hidden: true, cell: ({ sizeClass }) => sizeClass ?? '–' },
    {
      key: 'supplyVoltage',
      title: t('device-admin.voltage'),
      hidden: true,
      align: 'end',
      cell: ({ supplyVoltage }) => (supplyVoltage === null ? '–' : formatMetric('supplyVoltage', supplyVoltage)),
    },
    {
      key: 'sensorDirty',
      title: t('device-admin.dirty'),
      hidden: true,
      cell: ({ sensorDirty }) => yesOrNo(sensorDirty),
    },
    { key: 'monitoring', title: t('common.monitoring'), hidden: true, cell: ({ monitoring }) => yesOrNo(monitoring) },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      hidden: true,
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
