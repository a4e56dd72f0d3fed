import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { loadTexts, t } from '../i18n/i18n.ts'
import { sessionReady, session as signedIn } from '../stores/session.ts'
import { hrefWith } from '../ui/href-with.ts'
import { notify } from '../ui/notify.tsx'
import { firstZoneSearch } from './first-zone.ts'
import { textsOfPage, textsOfRole } from './page-texts.ts'
import { type PageEntry, type PageFacts, pageOf } from './pages.ts'
import { Crashed, NotFound } from './screens.tsx'
import { guardSession, loginAddress, moveAdmin, verdictOn } from './session-flow.ts'
import { Shell } from './shell.tsx'

/** What the router passes to every route. */
export interface RouterContext {
  readonly pages: readonly PageEntry[]
  /** The last location that the guard allowed; after a denial the person returns there. */
  lastAllowed: string
}

/** Maximum time that public pages wait for the session state; they are redrawn when it arrives. */
const publicPatienceMs = 1_200

/** The root of all routes: the frame around every page, and the guard before it. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: Crashed,
  staticData: { access: 'public' },
  beforeLoad: async ({ location, preload, context: { pages, lastAllowed } }) => {
    const page = pageOf(location.pathname, pages)
    const session = sessionReady(page?.access === 'public' ? publicPatienceMs : undefined)
    await Promise.all([session, loadTexts(textsOfPage(page))])
    await loadTexts(textsOfRole(guardSession().role))
    const verdict = verdictOn(location, pages)
    if (verdict.kind === 'login') throw redirect({ href: loginAddress(verdict.redirect) })
    if (verdict.kind === 'admin' && !preload) await moveAdmin()
    if (verdict.kind === 'denied') {
      if (!preload) notify.warning(t('shell.denied.text'), { title: t('shell.denied.title'), id: 'denied' })
      throw redirect({ href: lastAllowed === location.href ? '/' : lastAllowed, replace: true })
    }
    const inZone = preload ? null : firstZoneSearch(page, location.search, signedIn.user)
    if (inZone !== null) throw redirect({ href: hrefWith(location.pathname, inZone), replace: true })
  },
})

declare module '@tanstack/react-router' {
  // `access` is required: a route without a rule does not compile.
  interface StaticDataRouteOption extends PageFacts {}
}
