import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type HistoryChange, historyEntities, list, operations } from '../../../contract/history.ts'
import { ChangedFields } from '../../history/changed-fields.tsx'
import { RowLink } from '../../history/row-link.tsx'
import { UndoButton } from '../../history/undo-button.tsx'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'

const route = getRouteApi('/history/changes')

/** Who changed what in the installation, newest first, with undo. */
export function Changes() {
  const t = useT()
  const [moved, setMoved] = useState(0)
  const reload = () => setMoved((count) => count + 1)
  const columns: readonly ListColumn<HistoryChange, (typeof list.sorts)[number]>[] = [
    {
      key: 'at',
      title: t('common.when'),
      sort: 'at',
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
    { key: 'by', title: t('history.by'), cell: ({ by }) => by?.name ?? t('history.portal') },
    {
      key: 'row',
      title: t('history.row'),
      always: true,
      phone: 'title',
      cell: (change) => (
        <>
          {t(`history.entity.${change.entity}`)} <RowLink change={change} />
        </>
      ),
    },
    { key: 'operation', title: t('history.operation'), cell: ({ operation }) => t(`history.${operation}`) },
    { key: 'fields', title: t('history.fields'), cell: ({ fields }) => <ChangedFields fields={fields} /> },
    {
      key: 'undo',
      title: t('history.undo'),
      align: 'end',
      always: true,
      cell: (change) => <UndoButton change={change} onDone={reload} />,
    },
  ]
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved}
      title={t('history.title')}
      lead={t('history.lead')}
      label={t('history.title')}
      searchLabel={t('history.search')}
      columns={columns}
      empty={{ icon: 'history', title: t('history.none'), text: t('history.lead') }}
      filters={(given, filter) => (
        <>
          <FilterSelect
            label={t('history.kind')}
            value={given.entity}
            options={historyEntities.map((entity) => [entity, t(`history.entity.${entity}`)])}
            onChange={(entity) => filter({ entity })}
          />
          <FilterSelect
            label={t('history.operation')}
            value={given.operation}
            options={operations.map((operation) => [operation, t(`history.${operation}`)])}
            onChange={(operation) => filter({ operation })}
          />
        </>
      )}
    />
  )
}
