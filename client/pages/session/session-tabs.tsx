import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useT } from '../../i18n/i18n.ts'
import { config } from '../../shell/config.ts'
import classes from './session.module.css'

/** Switches between login and registration, at the same company and with the same way back. Admins do not register. */
export function SessionTabs() {
  const t = useT()
  const { company } = useParams({ strict: false })
  const { redirect } = useSearch({ strict: false })
  if (config.current.app === 'admin') return null
  const search = typeof redirect === 'string' ? { redirect } : {}
  const look = { className: classes.tab ?? '', activeProps: { 'aria-current': 'page' as const }, search }
  return (
    <nav className={classes.tabs} aria-label={t('session.tabs')}>
      {company === undefined ? (
        <>
          <Link {...look} to="/users/login">
            {t('common.logIn')}
          </Link>
          <Link {...look} to="/users/register">
            {t('session.register.tab')}
          </Link>
        </>
      ) : (
        <>
          <Link {...look} to="/users/login/$company" params={{ company }}>
            {t('common.logIn')}
          </Link>
          <Link {...look} to="/users/register/$company" params={{ company }}>
            {t('session.register.tab')}
          </Link>
        </>
      )}
    </nav>
  )
}
