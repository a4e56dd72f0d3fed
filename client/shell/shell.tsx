import { Button } from '@mantine/core'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../i18n/i18n.ts'
import { IdentityHost } from '../security/confirm-host.tsx'
import { connection } from '../stores/connection.ts'
import { session } from '../stores/session.ts'
import { theme, themeFor } from '../theme/current.ts'
import { ConfirmHost } from '../ui/confirm.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { config } from './config.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { useFirstPaint } from './first-paint.ts'
import { Footer } from './footer.tsx'
import { navigation } from './navigation.ts'
import { NotificationArea } from './notification-area.tsx'
import { usePages } from './pages.ts'
import { Rail } from './rail.tsx'
import { logOut } from './session-flow.ts'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { UserMenu } from './user-menu.tsx'

function Content() {
  return (
    <main id="main" className={classes.main}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </main>
  )
}

/** Frame for signed-in people. */
function MemberFrame() {
  const t = useT()
  const pages = usePages()
  const { user, features } = useSnapshot(session)
  const { banner } = useSnapshot(connection)
  const sections = useMemo(() => (user ? navigation(user.role, features, pages) : []), [user, features, pages])
  if (!user) return null
  const leave = () => void logOut()
  return (
    <div className={classes.member}>
      <div className={classes.rail}>
        <Rail sections={sections} badge={config.current.app === 'admin' ? t('shell.adminApp') : undefined} />
      </div>
      <div className={classes.column}>
        <TopBar withLogo="phone">
          <UserMenu user={user} onLogout={leave} />
        </TopBar>
        <ConnectionBanner state={banner} />
        <Content />
        <Footer />
      </div>
      <BottomBar sections={sections} user={user} onLogout={leave} />
    </div>
  )
}

/** Frame for everybody else. */
function PublicFrame() {
  const t = useT()
  return (
    <div className={classes.column}>
      <TopBar withLogo="always">
        <Button component={Link} to="/users/login" className={classes.login ?? ''} aria-label={t('common.logIn')}>
          <span className={classes.loginIcon}>
            <Icon name="user" size={20} />
          </span>
          <span className={classes.loginText}>{t('common.logIn')}</span>
        </Button>
      </TopBar>
      <Content />
      <Footer />
    </div>
  )
}

/** The root of every screen: skip link, the matching frame, alerts and dialogs. Routes with `bare` fill the window themselves. */
export function Shell() {
  const t = useT()
  const { state } = useSnapshot(session)
  useFirstPaint(themeFor(useSnapshot(theme)).name, state === 'active' ? 'member' : 'public')
  const bare = useMatches({
    select: (matches) =>
      matches.some((match) => match.staticData.bare || match.status === 'notFound' || match._notFound),
  })
  return (
    <>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      {bare ? (
        <Suspense>
          <Outlet />
        </Suspense>
      ) : state === 'active' ? (
        <MemberFrame />
      ) : (
        <PublicFrame />
      )}
      <NotificationArea />
      <ConfirmHost />
      <IdentityHost />
    </>
  )
}
