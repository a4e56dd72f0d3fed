import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Feature, features, roles } from '../../contract/features.ts'
import { type GuardSession, guard, newLinkFor, safeRedirect } from './guard.ts'
import { homePath, navigation, nearestPages } from './navigation.ts'
import { type PageEntry, pageOf, sectionsOf } from './pages.ts'

const nav = (sections: readonly ('VIS' | 'RM' | 'OVERVIEW' | 'CUSTOMER_API' | 'SUPPORT')[], order = 10) =>
  ({ text: 'shell.nav.start', purpose: 'shell.nav.start', icon: 'home', sections, order }) as const
const site: readonly PageEntry[] = [
  { path: '/', access: 'public' },
  { path: '/users/login', access: 'public' },
  { path: '/eticket/$token', access: 'public' },
  { path: '/profile', access: 'session' },
  { path: '/mine', access: ['BASIC_VIS'], nav: nav(['VIS']) },
  { path: '/dashboard', access: ['BASIC_RM', 'BASIC_ADM'], nav: nav(['RM', 'OVERVIEW']) },
  { path: '/devices/$deviceId', access: ['BASIC_RM', 'BASIC_ADM'] },
  { path: '/docs/customer-api-v1', access: ['CUSTOMER_API'], nav: nav(['CUSTOMER_API']) },
  { path: '/support', access: ['BASIC_SUP', 'BASIC_ADM'], nav: nav(['SUPPORT']) },
]
const at = (pathname: string, search = '') => ({ pathname, href: pathname + search })
const nobody: GuardSession = { state: 'anonymous', role: null, features: [] }
const manager: GuardSession = { state: 'active', role: 'Reservation Manager', features: ['BASIC', 'BASIC_RM'] }
const visitor: GuardSession = { state: 'active', role: 'Visitor', features: ['BASIC', 'BASIC_VIS'] }
const admin: GuardSession = { state: 'active', role: 'Admin', features: ['BASIC_ADM'] }

describe('guard', () => {
  it.each([
    ['public passes without a session', at('/'), nobody, 'portal', { kind: 'pass' }],
    ["a guest's ticket passes without a session [TICK-1]", at('/eticket/aB3-_'), nobody, 'portal', { kind: 'pass' }],
    ['unknown paths pass to the not-found page', at('/gone'), nobody, 'portal', { kind: 'pass' }],
    [
      'no session goes to login with the way back',
      at('/devices/7', '?span=day'),
      nobody,
      'portal',
      { kind: 'login', redirect: '/devices/7?span=day' },
    ],
    ['one of the features is enough', at('/devices/7'), manager, 'portal', { kind: 'pass' }],
    ['no needed feature is denied', at('/dashboard'), visitor, 'portal', { kind: 'denied' }],
    ['any session opens what needs a session', at('/profile'), visitor, 'portal', { kind: 'pass' }],
    ['an admin in the portal goes to the admin address', at('/dashboard'), admin, 'portal', { kind: 'admin' }],
    ['an admin in the portal does so from public pages too', at('/'), admin, 'portal', { kind: 'admin' }],
    ['an admin works in the admin application', at('/dashboard'), admin, 'admin', { kind: 'pass' }],
  ] as const)('%s [NAV-6]', (_name, location, session, app, verdict) => {
    expect(guard(location, session, app, site)).toEqual(verdict)
  })

  it('passes a protected page only to a session that holds one of its features [NAV-6]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...site),
        fc.subarray([...features]),
        fc.constantFrom(...roles),
        fc.boolean(),
        (page, held, role, signedIn) => {
          const session: GuardSession = signedIn ? { state: 'active', role, features: held } : nobody
          const verdict = guard(at(page.path.replace('$deviceId', '7')), session, 'admin', site)
          const may =
            page.access === 'public' ||
            (signedIn && (page.access === 'session' || page.access.some((feature: Feature) => held.includes(feature))))
          expect(verdict.kind === 'pass').toBe(may)
        },
      ),
    )
  })
})

describe('safeRedirect', () => {
  it.each([
    ['/devices/7?span=day', '/devices/7?span=day'],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['/\\/evil.example', null],
    ['/\t/evil.example', null],
    ['/\n\\evil.example', null],
    ['\t//evil.example', null],
    ['/%2Fevil.example', null],
    ['/%5C%5Cevil.example', null],
    ['/%09/evil.example', null],
    ['/x/..//evil.example', null],
    ['/.//evil.example', null],
    ['//evil.example@this.invalid/x', '/x'],
    ['http://this.invalid/x', null],
    ['//[', null],
    ['/faq#open', '/faq#open'],
    ['/details/location?at=48.1,9.2', '/details/location?at=48.1,9.2'],
    ['https://evil.example', null],
    ['javascript:alert(1)', null],
    ['/users/login?redirect=/x', null],
    ['/users/./login', null],
    ['/users/login/rh', null],
    ['', null],
    [undefined, null],
  ])('%s → %s [ACC-6]', (target, result) => {
    expect(safeRedirect(target)).toBe(result)
  })

  it('never leads to another host, whatever is typed', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      ' ',
      '.',
      '..',
      ':',
      '@',
      '%2f',
      '%5C',
      '%09',
      '?',
      '#',
      'evil.example',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const target = safeRedirect(`/${parts.join('')}`)
        if (target === null) return
        const here = 'https://portal.example'
        expect(new URL(target, here).origin).toBe(here)
        expect(new URL(decodeURIComponent(new URL(target, here).pathname), here).origin).toBe(here)
      }),
    )
  })
})

describe('newLinkFor', () => {
  it.each([
    ['/login/', '/users/login'],
    ['/dashboard/old/part', '/dashboard'],
    ['/nothing', '/'],
    ['/remote', '/'],
  ])('%s → %s', (path, link) => {
    expect(newLinkFor(path, site)).toBe(link)
  })
})

describe('pageOf', () => {
  it('matches one segment per parameter', () => {
    expect(pageOf('/devices/7', site)?.path).toBe('/devices/$deviceId')
    expect(pageOf('/devices', site)).toBeUndefined()
    expect(pageOf('/devices/7/x', site)).toBeUndefined()
    expect(pageOf('/dashboard/', site)?.path).toBe('/dashboard')
  })
})

describe('navigation', () => {
  const shape = (role: (typeof roles)[number], held: readonly Feature[]) =>
    navigation(role, held, site).map((entry) => [entry.section, entry.pages.map((page) => page.path)])

  it('gives each role its sections, with the pages that its features allow [NAV-7]', () => {
    expect(shape('Visitor', ['BASIC_VIS'])).toEqual([['VIS', ['/mine']]])
    expect(shape('Reservation Manager', ['BASIC_VIS', 'BASIC_RM', 'CUSTOMER_API'])).toEqual([
      ['VIS', ['/mine']],
      ['RM', ['/dashboard']],
      ['CUSTOMER_API', ['/docs/customer-api-v1']],
    ])
    expect(shape('Admin', ['BASIC_ADM'])).toEqual([
      ['OVERVIEW', ['/dashboard']],
      ['SUPPORT', ['/support']],
    ])
    expect(shape('Support', ['BASIC_SUP'])).toEqual([['SUPPORT', ['/support']]])
    expect(shape('Visitor', ['BASIC'])).toEqual([])
  })

  it('never shows a section of another role, nor a page that the guard would deny [NAV-7]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...roles), fc.subarray([...features]), (role, held) => {
        for (const { section, pages } of navigation(role, held, site)) {
          expect(sectionsOf[role]).toContain(section)
          for (const page of pages)
            expect(guard(at(page.path), { state: 'active', role, features: held }, 'admin', site).kind).toBe('pass')
        }
      }),
    )
  })

  it('orders the entries of a section, wherever they are declared [NAV-7]', () => {
    const among = [
      { path: '/third', access: ['BASIC_VIS'], nav: nav(['VIS'], 30) },
      { path: '/first', access: ['BASIC_VIS'], nav: nav(['VIS'], 10) },
      { path: '/second', access: ['BASIC_VIS'], nav: nav(['VIS'], 20) },
    ] as const
    const [section] = navigation('Visitor', ['BASIC_VIS'], among)
    expect(section?.pages.map(({ path }) => path)).toEqual(['/first', '/second', '/third'])
  })

  it("starts at the first page of the role's own work, for visitors at the start page; that work is nearest to the thumb", () => {
    const both = ['BASIC_VIS', 'BASIC_RM'] as const
    expect(homePath('Reservation Manager', both, site)).toBe('/dashboard')
    expect(homePath('Visitor', ['BASIC_VIS'], site)).toBe('/')
    const near = nearestPages('Reservation Manager', navigation('Reservation Manager', both, site), 2)
    expect(near.map(({ path }) => path)).toEqual(['/dashboard', '/mine'])
  })
})

describe('a page whose path fits two entries', () => {
  it('is the one with exactly that path, wherever it is in the list [NAV-6]', () => {
    const among = [
      { path: '/things/$id', access: ['BASIC_ADM'] },
      { path: '/things/current', access: 'public' },
    ] as const
    expect(pageOf('/things/current', among)?.path).toBe('/things/current')
    expect(pageOf('/things/7', among)?.path).toBe('/things/$id')
  })
})
