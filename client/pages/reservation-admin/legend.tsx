import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './calendar.module.css'
import { kindIcons } from './calendar-words.ts'

/** What the kinds of entries look like. */
export function Legend() {
  const t = useT()
  return (
    <ul className={classes.legend} aria-label={t('bookings.legend')}>
      {(['reservation', 'hold', 'maintenance'] as const).map((kind) => (
        <li className={classes.legendItem} key={kind}>
          <span className={classes.entry} data-kind={kind} data-short>
            <Icon className={classes.entryIcon} name={kindIcons[kind]} size={14} />
          </span>
          {t(`bookings.kind.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
