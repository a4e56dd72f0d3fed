import { describe, expect, it } from 'vitest'
import { type Feature, features, type Role } from '../contract/features.ts'
import { startPages } from '../contract/start-pages.ts'
import { pages } from './router.tsx'
import { firstZoneSearch } from './shell/first-zone.ts'
import { guard } from './shell/guard.ts'
import { navigation } from './shell/navigation.ts'
import { addOn, pageOf, type Section, sections } from './shell/pages.ts'

describe('the routes', () => {
  it('have one path each, and declare who may open them [NAV-6]', () => {
    const paths = pages.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const { path, access } of pages) {
      expect(path).toMatch(/^\//)
      expect(access === 'public' || access === 'session' || access.length > 0, path).toBe(true)
    }
  })

  it('have a section and a position of their own in the navigation [NAV-7]', () => {
    const entries = pages.flatMap(({ path, nav }) => (nav === undefined ? [] : [{ path, ...nav }]))
    expect(new Set(entries.map(({ order }) => order)).size).toBe(entries.length)
    for (const { path, sections: own } of entries) {
      expect(path).not.toContain('$')
      expect(own.length).toBeGreaterThan(0)
      for (const section of own) expect(sections).toContain(section)
    }
  })

  it('of the navigation are those with which somebody can start [NAV-10]', () => {
    const own = pages.flatMap(({ path, nav, access }) => (nav === undefined ? [] : [[path, access] as const]))
    expect(startPages).toEqual({ '/': 'session', ...Object.fromEntries(own) })
  })

  it('are public only where nothing needs an account [NAV-6]', () => {
    expect(
      pages
        .filter(({ access }) => access === 'public')
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      '/',
      '/contact',
      '/details/location',
      '/eticket/$token',
      '/faq',
      '/imprint',
      '/location/sites',
      '/location/sites/$siteId',
      '/privacy',
      '/reservations/remote/$token',
      '/reservations/remote/$token/view',
      '/setup',
      '/terms',
      '/users/email_change',
      '/users/email_change/$token',
      '/users/login',
      '/users/login/$company',
      '/users/migrate_to_rm',
      '/users/migrate_to_rm/$token',
      '/users/oidc/callback',
      '/users/password_reset',
      '/users/password_reset/$token',
      '/users/register',
      '/users/register/$company',
      '/users/register_link',
      '/users/register_link/$token',
    ])
  })
})

describe('a page that needs no account', () => {
  it.each([
    ['/', '/'],
    ['/users/login', '/users/login?redirect=%2Fprofile'],
    ['/users/login/$company', '/users/login/radhafen'],
    ['/users/register', '/users/register'],
    ['/users/register/$company', '/users/register/radhafen'],
    ['/users/register_link/$token', '/users/register_link/aB3-_'],
    ['/users/password_reset', '/users/password_reset'],
    ['/users/password_reset/$token', '/users/password_reset/aB3-_'],
    ['/users/migrate_to_rm', '/users/migrate_to_rm'],
    ['/users/migrate_to_rm/$token', '/users/migrate_to_rm/aB3-_'],
    ['/reservations/remote/$token', '/reservations/remote/aB3-_'],
    ['/reservations/remote/$token/view', '/reservations/remote/aB3-_/view'],
    ['/eticket/$token', '/eticket/aB3-_'],
    ['/details/location', '/details/location'],
    ['/location/sites', '/location/sites'],
    ['/location/sites/$siteId', '/location/sites/7'],
    ['/terms', '/terms'],
    ['/privacy', '/privacy'],
    ['/imprint', '/imprint'],
    ['/faq', '/faq'],
    ['/contact', '/contact'],
  ])('opens without login: %s [NAV-1]', (path, href) => {
    const { pathname } = new URL(href, 'http://this.host')
    expect(pageOf(pathname, pages)?.path).toBe(path)
    const anonymous = { state: 'anonymous', role: null, features: [] } as const
    for (const app of ['portal', 'admin'] as const)
      expect(guard({ pathname, href }, anonymous, app, pages)).toEqual({ kind: 'pass' })
  })
})

/** A page, an address of it, who may open it, and its section for each role that finds it in the navigation. */
type Row = readonly [path: string, address: string, access: readonly Feature[], found: Partial<Record<Role, Section>>]

const visitors: readonly Feature[] = ['BASIC_VIS']
const operators: readonly Feature[] = ['BASIC_RM', 'BASIC_ADM']
const admins: readonly Feature[] = ['BASIC_ADM']
const reservationReaders: readonly Feature[] = ['BASIC_RM', 'BASIC_ADM', 'SMART_REMOTE_PLUS']
const remotes: readonly Feature[] = ['BASIC_ADM', 'BASIC_RM', 'SMART_REMOTE', 'SMART_REMOTE_PLUS']

const forVisitor = { Visitor: 'VIS', 'Reservation Manager': 'VIS' } as const
const work = { 'Reservation Manager': 'RM', Admin: 'OVERVIEW' } as const
const visitorRows: readonly Row[] = [
  ['/reservations/current', '/reservations/current', visitors, forVisitor],
  ['/reserved-parking-lots', '/reserved-parking-lots', visitors, forVisitor],
  ['/reserved-parking-lots/$reservationId', '/reserved-parking-lots/7', visitors, {}],
  ['/reservations/add', '/reservations/add', visitors, forVisitor],
  ['/reservations/finalize', '/reservations/finalize', visitors, {}],
  ['/reservations/history', '/reservations/history', visitors, forVisitor],
  // Operators who book nothing are led on to the codes of their zones.
  ['/codes', '/codes', [...visitors, ...operators], forVisitor],
  ['/codes/add', '/codes/add', visitors, {}],
  ['/profile', '/profile', ['BASIC'], {}],
]
const operatorRows: readonly Row[] = [
  ['/smart-remote', '/smart-remote', remotes, { ...work, Visitor: 'VIS' }],
  ['/reservations', '/reservations', reservationReaders, { ...work, Visitor: 'VIS' }],
  ['/reservations/$reservationId', '/reservations/7', reservationReaders, {}],
  ['/devices/$deviceId/calendar', '/devices/7/calendar', reservationReaders, {}],
  ['/zones', '/zones', operators, { 'Reservation Manager': 'RM', Admin: 'CUSTOMERS' }],
  ['/zones/$zoneId', '/zones/7', operators, {}],
  ['/codes/list', '/codes/list', operators, { 'Reservation Manager': 'RM', Admin: 'CUSTOMERS' }],
  ['/codes/$codeId', '/codes/7', operators, {}],
  ['/devices', '/devices', operators, { 'Reservation Manager': 'RM', Admin: 'INTERNALS' }],
  ['/devices/$deviceId', '/devices/7', operators, {}],
  ['/sites/visualization', '/sites/visualization', operators, work],
  ['/malfunctions', '/malfunctions', operators, work],
  ['/statistics', '/statistics', operators, work],
  ['/maintenance', '/maintenance', operators, work],
  ['/maintenance/$periodId', '/maintenance/7', operators, {}],
]
const adminRows: readonly Row[] = [
  ['/getting-started', '/getting-started', admins, { Admin: 'OVERVIEW' }],
  ['/getting-started/site', '/getting-started/site', admins, {}],
  ['/tenants', '/tenants', admins, { Admin: 'CUSTOMERS' }],
  ['/tenants/$tenantId', '/tenants/7', admins, {}],
  ['/device-access-methods', '/device-access-methods', admins, { Admin: 'INTERNALS' }],
  ['/device-access-methods/$accessMethodId', '/device-access-methods/7', admins, {}],
  ['/issues', '/issues', admins, { Admin: 'INTERNALS' }],
  ['/logs', '/logs', admins, { Admin: 'INTERNALS' }],
  ['/logs/$lineId', '/logs/7', admins, {}],
  ['/device-types', '/device-types', admins, { Admin: 'INTERNALS' }],
  ['/device-types/$deviceTypeId', '/device-types/7', admins, {}],
]

const roles = ['Visitor', 'Reservation Manager', 'Admin', 'Support'] as const

describe.each([
  ['of visitors', visitorRows],
  ['of operators', operatorRows],
  ['of administrators only', adminRows],
])('the pages %s', (_, rows) => {
  it.each(rows)('%s opens with one of its features and with nothing else', (path, address, access) => {
    expect(pageOf(address, pages)?.path).toBe(path)
    const verdict = (held: readonly Feature[]) =>
      guard({ pathname: address, href: address }, { state: 'active', role: 'Admin', features: held }, 'admin', pages)
        .kind
    for (const feature of features)
      expect(verdict([feature]), feature).toBe(access.includes(feature) ? 'pass' : 'denied')
    expect(verdict([])).toBe('denied')
    const anonymous = { state: 'anonymous', role: null, features: [] } as const
    expect(guard({ pathname: address, href: address }, anonymous, 'portal', pages)).toEqual({
      kind: 'login',
      redirect: address,
    })
  })

  it.each(rows)(
    '%s is found in the navigation of its roles, by whoever may open it',
    (path, _address, access, found) => {
      for (const role of roles) {
        for (const feature of features) {
          const section = navigation(role, [feature], pages).find((each) =>
            each.pages.some((page) => page.path === path),
          )
          expect(section?.section, `${role} with ${feature}`).toBe(access.includes(feature) ? found[role] : undefined)
        }
      }
    },
  )
})

describe('what the bar of the phone offers on a page', () => {
  const adds = (path: string, person: { role: Role; type?: 'SUPER'; features: readonly Feature[] }) => {
    const page = pages.find((each) => each.path === path)
    return addOn(page ?? {}, { type: 'NORMAL', ...person }, pages)?.path ?? null
  }
  const manager = { role: 'Reservation Manager', features: ['BASIC_RM', 'MAINTENANCE'] } as const
  const admin = { role: 'Admin', features: ['BASIC_ADM'] } as const
  const visitor = { role: 'Visitor', features: ['BASIC_VIS'] } as const

  it.each([
    ['/zones', manager, '/zones/add'],
    ['/reservations', manager, '/reservations'],
    ['/gateways', admin, '/gateway/add'],
    ['/maintenance', manager, null],
    ['/maintenance', { ...manager, type: 'SUPER' }, '/maintenance/add'],
    ['/maintenance', admin, '/maintenance/add'],
    ['/reservations/current', visitor, '/reservations/add'],
    ['/codes', visitor, '/codes/add'],
    ['/malfunctions', admin, null],
  ] as const)('on %s is a way to add only for those who may [NAV-9]', (path, person, target) => {
    expect(adds(path, person)).toBe(target)
  })

  it('exists for each page that something is added to, where one can [NAV-9]', () => {
    for (const { path, add } of pages) {
      if (add) expect(pageOf(add.path, pages), path).toBeDefined()
      else
        expect(
          pages.some((each) => each.path === `${path}/add`),
          path,
        ).toBe(false)
    }
  })
})

describe('the zone that a person starts with', () => {
  const user = { id: 1, firstZone: { id: 5, name: 'North' } }
  const page = (path: string) => pages.find((each) => each.path === path)

  it.each([
    ['/malfunctions', { zone: 5 }],
    ['/events', { zoneId: 5 }],
    ['/codes/list', { zoneId: 5 }],
    ['/statistics', { scope: 'zone', target: 5 }],
    ['/reservations/add', { zoneId: 5 }],
    ['/location/sites', { zoneId: 5 }],
    ['/zones', null],
  ])('is what %s shows when it is first opened, and not again [NAV-10]', (path, search) => {
    expect(firstZoneSearch(page(path), {}, user)).toEqual(search)
    expect(firstZoneSearch(page(path), {}, user)).toBeNull()
  })

  it('is asked again for the next person, and yields to what the address says [NAV-10]', () => {
    expect(firstZoneSearch(page('/events'), {}, { id: 2, firstZone: null })).toBeNull()
    expect(firstZoneSearch(page('/events'), {}, null)).toBeNull()
    expect(firstZoneSearch(page('/events'), { search: 'x' }, { ...user, id: 3 })).toBeNull()
    expect(firstZoneSearch(page('/events'), {}, { ...user, id: 4 })).toEqual({ zoneId: 5 })
  })
})
