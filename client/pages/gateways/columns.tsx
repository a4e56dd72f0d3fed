import type { GatewayRow, list } from '../../../contract/gateways.ts'
import { maintenanceText } from '../../devices/maintenance-text.ts'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { LastMessage } from './silence.tsx'

type GatewayColumn = ListColumn<GatewayRow, (typeof list.sorts)[number]>

/** The columns of gateways. */
export function useGatewayColumns(): readonly GatewayColumn[] {
  const t = useT()
  const yesOrNo = (value: boolean) => t(value ? 'common.yes' : 'common.no')
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: ({ name, label }) => <TwoLines small={label}>{name}</TwoLines>,
    },
    { key: 'site', title: t('common.site'), sort: 'site', cell: ({ site }) => site?.name ?? '–' },
    {
      key: 'lastMessageAt',
      title: t('insight.fact.lastMessage'),
      sort: 'lastMessageAt',
      cell: ({ lastMessageAt }) => <LastMessage at={lastMessageAt} />,
    },
    {
      key: 'linked',
      title: t('gateways.connection'),
      cell: ({ linked, simulatedUntil }) =>
        simulatedUntil === null ? (
          t(linked ? 'device-admin.gateway.linked' : 'device-admin.gateway.notLinked')
        ) : (
          <Badge tone="warning" icon="alert">
            {t('gateways.simulated')}
          </Badge>
        ),
    },
    { key: 'devices', title: t('common.devices'), sort: 'devices', align: 'end', cell: ({ devices }) => devices },
    {
      key: 'hardwareId',
      title: t('device-admin.hardwareId'),
      sort: 'hardwareId',
      cell: ({ hardwareId }) => hardwareId,
    },
    {
      key: 'maintenanceState',
      title: t('device-admin.maintenanceState'),
      sort: 'maintenanceState',
      hidden: true,
      cell: ({ maintenanceState }) => maintenanceText(maintenanceState, t),
    },
    {
      key: 'premiseLocation',
      title: t('gateways.premiseLocation'),
      hidden: true,
      cell: ({ premiseLocation }) => premiseLocation ?? '–',
    },
    { key: 'monitoring', title: t('common.monitoring'), hidden: true, cell: ({ monitoring }) => yesOrNo(monitoring) },
    {
      key: 'allowOfflineCaching',
      title: t('gateways.allowOfflineCaching'),
      hidden: true,
      cell: ({ allowOfflineCaching }) => yesOrNo(allowOfflineCaching),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      hidden: true,
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
