import type { DeviceTypeRow, list } from '../../../contract/device-types.ts'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'

type DeviceTypeColumn = ListColumn<DeviceTypeRow, (typeof list.sorts)[number]>

/** The name of a type in the language of the page. */
export const shownName = ({ displayName, names }: DeviceTypeRow): string => nameIn({ name: displayName, names })

/** The columns of device types. */
export function useDeviceTypeColumns(): readonly DeviceTypeColumn[] {
  const t = useT()
  const yesOrNo = (value: boolean) => t(value ? 'common.yes' : 'common.no')
  return [
    {
      key: 'displayName',
      title: t('common.displayName'),
      sort: 'displayName',
      always: true,
      phone: 'title',
      cell: (type) => <TwoLines small={type.description}>{shownName(type)}</TwoLines>,
    },
    { key: 'type', title: t('common.internalName'), sort: 'type', cell: ({ type }) => type },
    {
      key: 'isReservable',
      title: t('device-types.isReservable'),
      cell: ({ isReservable }) => yesOrNo(isReservable),
    },
    {
      key: 'controls',
      title: t('common.commands'),
      hidden: true,
      cell: ({ controls }) => controls.map((action) => t(`control.${action}`)).join(', ') || '–',
    },
    { key: 'hasStatus', title: t('device-types.hasStatus'), hidden: true, cell: ({ hasStatus }) => yesOrNo(hasStatus) },
    {
      key: 'occupiedBlocksControl',
      title: t('device-types.occupiedBlocksControl'),
      hidden: true,
      cell: ({ occupiedBlocksControl }) => yesOrNo(occupiedBlocksControl),
    },
    {
      key: 'reportIntervalS',
      title: t('device-types.reportIntervalS'),
      hidden: true,
      align: 'end',
      cell: ({ reportIntervalS }) => `${formatNumber(reportIntervalS)} s`,
    },
    {
      key: 'lowVoltage',
      title: t('device-types.lowVoltage'),
      hidden: true,
      align: 'end',
      cell: ({ lowVoltage }) => (lowVoltage === null ? '–' : `${formatNumber(lowVoltage)} V`),
    },
    {
      key: 'devices',
      title: t('common.devices'),
      sort: 'devices',
      align: 'end',
      cell: ({ devices }) => formatNumber(devices),
    },
    {
      key: 'lorawan',
      title: t('device-types.column.lorawan'),
      sort: 'lorawan',
      align: 'end',
      cell: ({ lorawan }) => formatNumber(lorawan),
    },
    {
      key: 'map',
      title: t('device-types.column.map'),
      cell: ({ models }) =>
        models === null ? t('device-types.map.unreadable') : models.join(', ') || t('common.none'),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
