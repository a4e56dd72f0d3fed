import type { TextKey } from '../../i18n/areas.ts'
import { useT } from '../../i18n/i18n.ts'
import classes from './profile.module.css'

/** Links to the sections of the page: beside them on a desktop, a row to scroll on a phone. */
export function Contents({ sections }: { sections: readonly (readonly [id: string, title: TextKey])[] }) {
  const t = useT()
  return (
    <nav className={classes.contents} aria-label={t('profile.toc')}>
      <ul className={classes.contentsList}>
        {sections.map(([id, title]) => (
          <li key={id}>
            <a
              className={classes.contentsLink}
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                const section = document.getElementById(id)
                section?.scrollIntoView({ block: 'start' })
                section?.focus({ preventScroll: true })
              }}
            >
              {t(title as 'profile.data.title')}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
