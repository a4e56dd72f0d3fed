import { Button } from '@mantine/core'
import { list } from '../../../contract/messages.ts'
import { useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Panel } from '../../ui/page.tsx'
import { NoticeTable } from './notice-table.tsx'

/** So many stand here; the others are found by the filter. */
const most = 5

interface UnsentProps {
  count: number
  /** Moves when messages do. */
  moved: number
  onAll: () => void
  onSent: () => void
}

/** What could not be sent, above everything else, each with its reason and the way to try again. */
export function Unsent({ count, moved, onAll, onSent }: UnsentProps) {
  const t = useT()
  const { view, retry } = useQuery(list, { filters: { state: 'failed' }, pageSize: most }, moved)
  const again = () => {
    retry()
    onSent()
  }
  return (
    <Panel
      title={t('notices.failed.title', { count })}
      aside={
        count > most && (
          <Button variant="default" onClick={onAll}>
            {t('notices.failed.all')}
          </Button>
        )
      }
    >
      {view && view.rows.length > 0 && (
        <NoticeTable label={t('notices.failed.list')} items={view.rows} acts onSent={again} />
      )}
    </Panel>
  )
}
