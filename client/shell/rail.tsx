import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { Logo } from './logo.tsx'
import type { NavSection } from './navigation.ts'
import { PageLink } from './page-link.tsx'
import classes from './rail.module.css'

/** The links of a navigation, section by section, the start page first. */
export function NavList({ sections, onNavigate }: { sections: readonly NavSection[]; onNavigate?: () => void }) {
  const t = useT()
  return (
    <>
      <ul className={classes.list}>
        <li>
          <Link
            to="/"
            className={classes.link}
            onClick={onNavigate}
            activeOptions={{ exact: true }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Icon className={classes.linkIcon} name="home" />
            <span>{t('shell.nav.start')}</span>
          </Link>
        </li>
      </ul>
      {sections.map(({ section, pages }) => (
        <div key={section}>
          <h2 className={classes.section} id={`nav-${section}`}>
            {t(`shell.section.${section}`)}
          </h2>
          <ul className={classes.list} aria-labelledby={`nav-${section}`}>
            {pages.map((page) => (
              <li key={page.path}>
                <PageLink page={page} className={classes.link} onClick={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

/** The navigation at the left of the desktop. */
export function Rail({ sections, badge }: { sections: readonly NavSection[]; badge?: string | undefined }) {
  const t = useT()
  return (
    <nav className={classes.rail} aria-label={t('shell.nav.label')}>
      <Link to="/" className={classes.brand}>
        <Logo />
      </Link>
      {badge !== undefined && <span className={classes.badge}>{badge}</span>}
      <NavList sections={sections} />
    </nav>
  )
}
