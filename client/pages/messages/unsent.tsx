import { Button } from '@mantine/core'
import { list } from '../../../contract/messages.ts'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { DataList } from '../../ui/data-list.tsx'
import { Panel } from '../../ui/page.tsx'
import { useMessageColumns } from './columns.tsx'
import { messageLink } from './message-link.tsx'

/** Number of messages shown here; the others are found by the filter. */
const maxShown = 5

interface UnsentProps {
  count: number
  /** Moves when messages do. */
  moved: number
  onAll: () => void
  onSent: () => void
}

/** Failed messages, above everything else, each with its reason and a retry button. */
export function Unsent({ count, moved, onAll, onSent }: UnsentProps) {
  const t = useT()
  const { view, retry } = useQuery(list, { filters: { state: 'failed' }, pageSize: maxShown }, moved)
  const columns = useMessageColumns(() => {
    retry()
    onSent()
  })
  return (
    <Panel
      title={t('messages.failed.title', { count })}
      aside={
        count > maxShown && (
          <Button variant="default" onClick={onAll}>
            {t('messages.failed.all')}
          </Button>
        )
      }
    >
      {view && view.rows.length > 0 && (
        <DataList
          label={t('messages.failed.list')}
          columns={columns.filter(({ hidden }) => !hidden).map(({ sort: _sort, ...column }) => column)}
          rows={view.rows}
          rowId={({ id }) => id}
          tone={() => 'error'}
          link={messageLink}
        />
      )}
    </Panel>
  )
}
