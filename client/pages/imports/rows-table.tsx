import { useState } from 'react'
import { columns, type ImportedRow, type ImportView, type RowKind, rowKinds, rows } from '../../../contract/imports.ts'
import { i18n, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import type { ToneName } from '../../theme/tokens.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import type { IconName } from '../../ui/icons.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { RowTexts } from './row-texts.tsx'

const pageSize = 50
const looks: Readonly<Record<RowKind, readonly [ToneName, IconName]>> = {
  new: ['success', 'plus'],
  changed: ['info', 'edit'],
  same: ['neutral', 'check'],
  wrong: ['error', 'alert'],
}

/** The rows of an import by kind, with differences and errors; begins with what is wrong. */
export function RowsTable({ importId, found }: { importId: number; found: ImportView }) {
  const t = useT()
  const [kind, setKind] = useState<RowKind | 'all'>(found.counts.wrong > 0 ? 'wrong' : 'all')
  const [page, setPage] = useState(1)
  const heads = useQuery(columns, { entity: found.entity })
  const asked = { importId, page, pageSize, ...(kind === 'all' ? {} : { kind }) }
  const { view } = useQuery(rows, asked, `${found.state} ${found.problem?.refusal}`)
  const headOf = (field: string) => heads.view?.find((each) => each.field === field)?.heads[i18n.language] ?? field
  const shown: Column<ImportedRow>[] = [
    { key: 'name', title: t('imports.name'), phone: 'title', cell: ({ name }) => name },
    { key: 'row', title: t('imports.row'), align: 'end', cell: ({ number }) => number },
    {
      key: 'kind',
      title: t('imports.kind'),
      cell: (row) => (
        <Badge tone={looks[row.kind][0]} icon={looks[row.kind][1]} quiet>
          {t(`imports.kind.${row.kind}`)}
        </Badge>
      ),
    },
    { key: 'what', title: t('imports.what'), cell: (row) => <RowTexts row={row} headOf={headOf} /> },
  ]
  return (
    <>
      <SegmentedFilter
        label={t('imports.kind')}
        value={kind}
        onChange={(next) => {
          setKind(next)
          setPage(1)
        }}
        options={[
          { value: 'all' as const, label: t('imports.kind.all') },
          ...rowKinds.map((value) => ({ value, label: t(`imports.kind.${value}`), count: found.counts[value] })),
        ]}
      />
      {view &&
        (view.rows.length === 0 ? (
          <EmptyState icon="list" title={t('imports.rows.none')} />
        ) : (
          <>
            <DataList
              label={t('imports.rows.label')}
              columns={shown}
              rows={view.rows}
              rowId={({ number }) => number}
              tone={(row) => (row.kind === 'wrong' ? 'error' : undefined)}
            />
            <Pager page={page} pageSize={pageSize} total={view.recordCount} onPage={setPage} />
          </>
        ))}
    </>
  )
}
