import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type BinRow, bin, historyEntities, putBack } from '../../../contract/history.ts'
import { useCommand } from '../../commands/use-command.ts'
import { formatDate, formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import type { ListColumn } from '../../lists/column.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'

const route = getRouteApi('/bin')

/** What was deleted within the last 30 days, and puts it back. */
export function Bin() {
  const t = useT()
  const [moved, setMoved] = useState(0)
  const reload = () => setMoved((count) => count + 1)
  const columns: readonly ListColumn<BinRow, (typeof bin.sorts)[number]>[] = [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: ({ entity, name, rowId }) => `${t(`history.entity.${entity}`)} ${name ?? `#${rowId}`}`,
    },
    {
      key: 'at',
      title: t('history.remove'),
      sort: 'at',
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
    { key: 'by', title: t('history.by'), cell: ({ by }) => by?.name ?? t('history.portal') },
    {
      key: 'until',
      title: t('history.until'),
      cell: ({ until }) => <time dateTime={until}>{formatDate(until)}</time>,
    },
    {
      key: 'putBack',
      title: t('history.putBack'),
      align: 'end',
      always: true,
      cell: (row) => <PutBack row={row} onDone={reload} />,
    },
  ]
  return (
    <ListPage
      def={bin}
      search={useListSearch(bin, route.useSearch())}
      moved={moved}
      title={t('history.bin')}
      lead={t('history.bin.lead')}
      label={t('history.bin')}
      searchLabel={t('history.search')}
      columns={columns}
      empty={{ icon: 'undo', title: t('history.bin.empty'), text: t('history.bin.lead') }}
      filters={(given, filter) => (
        <FilterSelect
          label={t('history.kind')}
          value={given.entity}
          options={historyEntities.map((entity) => [entity, t(`history.entity.${entity}`)])}
          onChange={(entity) => filter({ entity })}
        />
      )}
    />
  )
}

function PutBack({ row, onDone }: { row: BinRow; onDone: () => void }) {
  const t = useT()
  const command = useCommand(false, () => {
    notify.success(t('history.isBack', { name: row.name ?? `#${row.rowId}` }))
    onDone()
  })
  const act = () =>
    command.run(async () => {
      const answer = await send(putBack, { id: row.id })
      if (!answer.ok) notify.refusal(answer.refusal)
      return answer
    })
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon name="undo" size={16} />}
      loading={command.busy}
      aria-label={t('history.putBack.of', { name: row.name ?? `#${row.rowId}` })}
      onClick={() => void act()}
    >
      {t('history.putBack')}
    </Button>
  )
}
