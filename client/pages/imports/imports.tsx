import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ImportRow, importEntities, importStates, list } from '../../../contract/imports.ts'
import { formatDateTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../lists/column.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { Icon } from '../../ui/icons.tsx'
import { ImportState } from './import-state.tsx'

const route = getRouteApi('/imports')

/** Former imports, and the way to a new one (IMP-1). */
export function Imports() {
  const t = useT()
  const columns: ListColumn<ImportRow, (typeof list.sorts)[number]>[] = [
    {
      key: 'fileName',
      title: t('imports.file'),
      sort: 'fileName',
      always: true,
      phone: 'title',
      cell: ({ fileName }) => fileName,
    },
    {
      key: 'entity',
      title: t('imports.entity'),
      sort: 'entity',
      cell: ({ entity }) => t(`imports.entity.${entity}`),
    },
    {
      key: 'state',
      title: t('imports.state'),
      sort: 'state',
      cell: ({ state }) => <ImportState state={state} />,
    },
    {
      key: 'at',
      title: t('imports.at'),
      sort: 'createdAt',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
    { key: 'by', title: t('imports.by'), cell: ({ by }) => by ?? '–' },
    {
      key: 'rows',
      title: t('common.rows'),
      sort: 'total',
      align: 'end',
      cell: ({ total }) => formatNumber(total),
    },
    ...(['new', 'changed', 'wrong'] as const).map(
      (kind): ListColumn<ImportRow, (typeof list.sorts)[number]> => ({
        key: kind,
        title: t(`imports.kind.${kind}`),
        align: 'end',
        cell: ({ counts }) => formatNumber(counts[kind]),
      }),
    ),
  ]
  const add = (
    <Button component={Link} to="/imports/add" leftSection={<Icon name="plus" size={18} />}>
      {t('imports.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      title={t('imports.title')}
      lead={t('imports.lead')}
      label={t('imports.title')}
      searchLabel={t('imports.search')}
      actions={add}
      columns={columns}
      link={({ id }, content) => (
        <Link to="/imports/$importId" params={{ importId: String(id) }}>
          {content}
        </Link>
      )}
      rowName={({ fileName }) => fileName}
      empty={{ icon: 'document', title: t('imports.empty.title'), text: t('imports.empty.text'), action: add }}
      filters={(given, filter) => (
        <>
          <FilterSelect
            label={t('imports.entity')}
            value={given.entity}
            options={importEntities.map((entity) => [entity, t(`imports.entity.${entity}`)])}
            onChange={(entity) => filter({ entity })}
          />
          <FilterSelect
            label={t('imports.state')}
            value={given.state}
            options={importStates.map((state) => [state, t(`imports.state.${state}`)])}
            onChange={(state) => filter({ state })}
          />
        </>
      )}
    />
  )
}
