import { Link } from '@tanstack/react-router'
import type * as z from 'zod'
import { list } from '../../../contract/device-types.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { useQuery } from '../../stores/use-query.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

type Type = z.output<(typeof list)['reply']>[number]

/** All device types, with the field maps that read decoded uplinks (GW-7). */
export function DeviceTypes() {
  const t = useT()
  const { view, refusal, retry } = useQuery(list, {})
  const columns: Column<Type>[] = [
    { key: 'name', title: t('device-types.column.name'), phone: 'title', cell: (type) => nameIn(type) },
    { key: 'devices', title: t('common.devices'), align: 'end', cell: ({ devices }) => String(devices) },
    { key: 'lorawan', title: t('device-types.column.lorawan'), align: 'end', cell: ({ lorawan }) => String(lorawan) },
    { key: 'map', title: t('device-types.column.map'), cell: ({ fieldMap }) => <Models map={fieldMap} /> },
  ]
  return (
    <Page title={t('device-types.title')} lead={t('device-types.lead')}>
      {view === null && refusal === null && <RowsSkeleton rows={6} height="3.5rem" />}
      {view === null && refusal !== null && (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
      {view !== null && (
        <DataList
          label={t('device-types.title')}
          columns={columns}
          rows={view}
          rowId={({ id }) => id}
          link={({ id }, content) => (
            <Link to="/device-types/$deviceTypeId" params={{ deviceTypeId: String(id) }}>
              {content}
            </Link>
          )}
        />
      )}
    </Page>
  )
}

function Models({ map }: { map: Type['fieldMap'] }) {
  const t = useT()
  if (map === null) return t('device-types.map.unreadable')
  if (map.models.length === 0) return t('common.none')
  return map.models.map(({ name }) => name).join(', ')
}
