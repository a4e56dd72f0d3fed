import { type ListDef, maxCount } from '../../contract/list.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import classes from './lists.module.css'
import type { ListState } from './use-list.ts'

/** How many rows there are, also for people who cannot see them; empty while that is not known. */
export function ListCount<D extends ListDef>({ list: { view } }: { list: ListState<D> }) {
  const t = useT()
  const count = view === null ? 0 : (view.recordCount as number)
  const shown = formatNumber(Math.min(count, maxCount))
  return (
    <p className={classes.count} role="status">
      {view !== null && (view.countIsExact ? t('lists.count', { count, shown }) : t('lists.count.more', { shown }))}
    </p>
  )
}
