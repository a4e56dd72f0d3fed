import { Button } from '@mantine/core'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from './icons.tsx'
import classes from './pager.module.css'

interface PagerProps {
  /** From 1. */
  page: number
  pageSize: number
  /** The total number of rows. */
  total: number
  /** False = there are more than `total`. */
  exact?: boolean
  onPage: (page: number) => void
}

/**
 * The range of the shown rows and the total, with links to the previous and next page; empty if there is only one page.
 */
export function Pager({ page, pageSize, total, exact = true, onPage }: PagerProps) {
  const t = useT()
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1 && page === 1) return null
  const from = Math.min(total, (page - 1) * pageSize + 1)
  const until = Math.min(total, page * pageSize)
  const way = (to: number) => {
    const off = to < 1 || to > last
    return {
      className: classes.way ?? '',
      'aria-disabled': off || undefined,
      'data-off': off || undefined,
      onClick: () => !off && onPage(to),
    }
  }
  return (
    <nav className={classes.pager} aria-label={t('ui.pager')}>
      <Button variant="default" leftSection={<Icon name="arrowLeft" size={18} />} {...way(page - 1)}>
        {t('ui.pager.before')}
      </Button>
      <span className={classes.shown} role="status">
        {t(exact ? 'ui.pager.shown' : 'ui.pager.shownMore', {
          from: formatNumber(from),
          until: formatNumber(until),
          total: formatNumber(total),
        })}
      </span>
      <Button variant="default" rightSection={<Icon name="arrowRight" size={18} />} {...way(page + 1)}>
        {t('ui.pager.after')}
      </Button>
    </nav>
  )
}
