import { notificationsStore } from '@mantine/notifications'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '../../contract/session.ts'
import { i18n, showLanguage } from '../i18n/i18n.ts'
import { pages } from '../router.tsx'
import { session } from '../stores/session.ts'
import { theme } from '../theme/current.ts'
import { notify } from '../ui/notify.tsx'
import { followSession, guardSession, loginAddress, verdictOn } from './session-flow.ts'

const manager: Me = {
  id: 2,
  username: 'rm',
  name: 'Renate Mühlhauser',
  email: 'rm@example.org',
  language: 'fr',
  role: 'Reservation Manager',
  roleName: null,
  type: 'NORMAL',
  tenant: { id: 1, name: 'Regio' },
  zones: [],
  features: ['BASIC', 'BASIC_RM'],
  balanceCents: 0,
  theme: 'radhafen',
  initialPage: null,
  firstZone: null,
  announcements: [],
}
const signIn = (user: Me) =>
  Object.assign(session, { state: 'active', user, role: user.role, features: user.features, theme: user.theme })
const signOut = () => Object.assign(session, { state: 'anonymous', user: null, role: null, features: [], theme: null })

let here = '/'
const gone: string[] = []
const recheck = vi.fn<() => Promise<void>>(async () => {})
followSession({
  pages,
  here: () => here,
  go: async (href) => {
    gone.push(href)
    here = href
  },
  recheck,
})
const shown = () => [...notificationsStore.getState().notifications, ...notificationsStore.getState().queue]

beforeEach(async () => {
  signOut()
  await Promise.resolve()
  await showLanguage('de')
  i18n.chosen = false
  here = '/'
  gone.length = 0
  recheck.mockClear()
  notify.clear()
})

describe('the flow of a session', () => {
  it('goes to the page the person wanted, in their language and their company’s theme [ACC-6]', async () => {
    here = loginAddress('/devices/7?span=day')
    expect(here).toBe('/users/login?redirect=%2Fdevices%2F7%3Fspan%3Dday')
    signIn(manager)
    await vi.waitFor(() => expect(gone).toEqual(['/devices/7?span=day']))
    expect(i18n.language).toBe('fr')
    expect(theme.tenant).toBe('radhafen')
  })

  it('goes to the first page of the navigation if none was wanted, and never to another host [ACC-6]', async () => {
    here = '/users/login?redirect=https%3A%2F%2Fevil.example'
    signIn(manager)
    await vi.waitFor(() => expect(gone).toHaveLength(1))
    expect(gone[0]).toBe('/malfunctions')
  })

  it.each([
    ['the page that the person chose', '/statistics?span=week', '/statistics?span=week'],
    ['the first page of their work if they may not open it any more', '/tenants', '/malfunctions'],
    ['the first page of their work if there is no such page any more', '/parking-lots', '/malfunctions'],
    ['never another host', '//evil.example', '/malfunctions'],
  ])('starts at %s [NAV-10]', async (_, initialPage, opened) => {
    here = '/users/login'
    signIn({ ...manager, initialPage })
    await vi.waitFor(() => expect(gone).toEqual([opened]))
  })

  it('goes to the wanted page before the chosen one [NAV-10]', async () => {
    here = loginAddress('/devices/7')
    signIn({ ...manager, initialPage: '/statistics' })
    await vi.waitFor(() => expect(gone).toEqual(['/devices/7']))
  })

  it('stays on the page if there was a session from the start', async () => {
    here = '/faq'
    signIn(manager)
    await vi.waitFor(() => expect(i18n.language).toBe('fr'))
    expect(gone).toEqual([])
  })

  it('clears toasts, warns for 10 s and goes to login with the way back when the session expires [ACC-6]', async () => {
    here = '/smart-remote?q=box'
    signIn(manager)
    await vi.waitFor(() => expect(i18n.language).toBe('fr'))
    notify.error('alt')
    signOut()
    await vi.waitFor(() => expect(gone).toEqual(['/users/login?redirect=%2Fsmart-remote%3Fq%3Dbox']))
    expect(shown()).toHaveLength(1)
    expect(shown()[0]).toMatchObject({ id: 'session-expired', autoClose: 10_000, 'data-severity': 'warning' })
    expect(theme.tenant).toBeNull()
  })

  it('runs the guard again when rights change under an open screen [NAV-6]', async () => {
    here = '/malfunctions'
    signIn(manager)
    await vi.waitFor(() => expect(theme.tenant).toBe('radhafen'))
    signIn({ ...manager, features: ['BASIC'] })
    await vi.waitFor(() => expect(recheck).toHaveBeenCalledTimes(1))
    expect(guardSession().features).toEqual(['BASIC'])
    expect(verdictOn({ pathname: '/malfunctions', href: '/malfunctions' }, pages).kind).toBe('denied')
  })

  it('takes over another theme of the company under an open screen [THEME-1]', async () => {
    signIn(manager)
    await vi.waitFor(() => expect(theme.tenant).toBe('radhafen'))
    signIn({ ...manager, theme: 'lagerhof' })
    await vi.waitFor(() => expect(theme.tenant).toBe('lagerhof'))
    expect(recheck).not.toHaveBeenCalled()
  })
})
