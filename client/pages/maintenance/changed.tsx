import type { PlannedItem } from '../../../contract/maintenance.ts'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import type { Difference } from './difference.ts'
import classes from './maintenance.module.css'

/** Maximum number of names per kind. */
const few = 5

/** The differences from the earlier preview: new ones, removed ones, and other outcomes (MAINT-4). */
export function Changed({ difference }: { difference: Difference }) {
  const t = useT()
  const { added, gone, changed, unlisted } = difference
  const values = ({ number, person }: PlannedItem) => ({
    number: String(number),
    person: person ?? t('maintenance.person'),
  })
  const outcome = (item: PlannedItem) => t(`maintenance.planned.${item.outcome}`)
  const parts = [
    {
      key: 'added',
      title: t('maintenance.changed.added', { count: added.length }),
      lines: added.map((item) => t('maintenance.changed.item', { ...values(item), outcome: outcome(item) })),
    },
    {
      key: 'changed',
      title: t('maintenance.changed.changed', { count: changed.length }),
      lines: changed.map(({ before, after }) =>
        t('maintenance.changed.itemChanged', { ...values(after), before: outcome(before), after: outcome(after) }),
      ),
    },
    {
      key: 'gone',
      title: t('maintenance.changed.gone', { count: gone.length }),
      lines: gone.map((item) => t('maintenance.changed.itemGone', values(item))),
    },
  ].filter(({ lines }) => lines.length > 0)
  return (
    <Alert severity="warning" title={t('maintenance.changed.title')}>
      <p className={classes.plain}>{t('maintenance.changed.text')}</p>
      {parts.map(({ key, title, lines }) => (
        <div key={key} className={classes.changed}>
          <strong className={classes.changedTitle}>{title}</strong>
          <ul className={classes.changedList}>
            {lines.slice(0, few).map((line) => (
              <li key={line}>{line}</li>
            ))}
            {lines.length > few && <li>{t('maintenance.changed.more', { count: lines.length - few })}</li>}
          </ul>
        </div>
      ))}
      {parts.length === 0 && (
        <p className={classes.plain}>{t(unlisted ? 'maintenance.changed.unlisted' : 'maintenance.changed.nothing')}</p>
      )}
    </Alert>
  )
}
