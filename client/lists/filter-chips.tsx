import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './lists.module.css'

export interface FilterChip {
  readonly key: string
  readonly text: string
  readonly onRemove: () => void
}

/** Active filters by name, each removable. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const t = useT()
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('lists.filters.active')}>
      {chips.map(({ key, text, onRemove }) => (
        <li key={key}>
          <button
            className={classes.chipsButton}
            type="button"
            aria-label={t('lists.filters.remove', { name: text })}
            onClick={onRemove}
          >
            {text}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
