import { Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { bookers, mayAccess } from '../../../contract/features.ts'
import { Blocks } from '../../access/blocks.tsx'
import { formatDate } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { SetupCard } from '../../setup/setup-card.tsx'
import { AccountFacts } from '../../shell/account-facts.tsx'
import { navigation } from '../../shell/navigation.ts'
import { usePages } from '../../shell/pages.ts'
import { session } from '../../stores/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Lazy } from '../../ui/lazy.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { NextStay } from './next-stay.tsx'
import classes from './start.module.css'

/** Needed only by administrators. */
const overview = lazyPart(
  () => import('./overview.tsx'),
  ({ Overview }) => Overview,
)

/** The first page of signed-in people: announcements; for visitors their next reservation, for admins the installation at a glance, for others pages and account. */
export function Start() {
  const t = useT()
  const all = usePages()
  const { user, features } = useSnapshot(session)
  if (!user) return null
  const pages = navigation(user.role, features, all).flatMap((section) => section.pages)
  const visits = user.role === 'Visitor' && mayAccess(bookers, new Set(features))
  return (
    <Page title={t('home.start.hello', { name: user.name === user.email ? 'none' : user.name })}>
      {user.announcements.length > 0 && (
        <section className={classes.announcements} aria-label={t('home.start.announcements')}>
          {user.announcements.map(({ id, message, validUntil }) => (
            <Alert key={id} severity="info">
              {message}
              {validUntil !== null && (
                <span className={classes.until}> ({t('home.start.until', { date: formatDate(validUntil) })})</span>
              )}
            </Alert>
          ))}
        </section>
      )}
      {user.role === 'Admin' && <SetupCard />}
      <Blocks />
      <div className={classes.grid}>
        <div className={classes.main}>
          {user.role === 'Admin' ? (
            <Lazy part={overview} waiting={<RowsSkeleton rows={4} height="5.5rem" />}>
              {(Overview) => <Overview />}
            </Lazy>
          ) : visits ? (
            <NextStay />
          ) : pages.length === 0 ? (
            <Panel>
              <EmptyState title={t('home.start.nothing.title')} text={t('home.start.nothing.text')} />
            </Panel>
          ) : (
            <nav aria-label={t('home.start.go')}>
              <ul className={classes.ways}>
                {pages.map((page) => (
                  <li key={page.path}>
                    <Link to={page.path as '/'} className={classes.way}>
                      <span className={classes.sign}>
                        <Icon name={page.nav.icon} size={24} />
                      </span>
                      <span>
                        <strong className={classes.wayStrong}>{t(page.nav.text as 'shell.nav.start')}</strong>
                        <span className={classes.wayPart}>{t(page.nav.purpose as 'shell.nav.start')}</span>
                      </span>
                      <Icon className={classes.wayIcon} name="arrowRight" size={20} />
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        {!visits && (
          <Panel title={t('home.start.account')}>
            <AccountFacts user={user} withVersion={false} />
          </Panel>
        )}
      </div>
    </Page>
  )
}
