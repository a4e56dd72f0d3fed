import { beforeAll, describe, expect, it } from 'vitest'
import { mayAccess } from '../../contract/features.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { useApp } from '../http/testing/use-app.ts'
import { loadActor } from '../kernel/bus/actor.ts'
import { newSessionValue } from '../session/cookie.ts'
import { sessionHashOf } from '../socket/cookie.ts'
import { cookieFor } from '../testing/sessions.ts'
import type { World } from '../testing/world.ts'
import { routes } from './routes.ts'
import { describeRoutes } from './testing/describe-routes.ts'

const { db, world, app } = await useApp()

/** Section 7 of the specification, call by call, independent of the table. */
const section7 = `
POST /users/login
POST /users/logout
POST /users/register
POST /users/password_reset_request
GET /users/profile
PATCH /users/profile
GET /users/getAccountBalanceForCurrentUser
GET /users/getUserEmailFromInvitationToken/:token
GET /users/getUserEmailWithRegisterToken
GET /users/getRMContactInformation/:id
PUT /users/updateRMContactInformation/:id
GET /notificationSettings/update
POST /notificationSettings/update
PUT /users/setLanguage
GET /users/me/products
GET /users
POST /users/add
PATCH /users/edit/:id
PATCH /users/:id
DELETE /users/delete/:id
POST /users/rm_invitation
POST /users/remove_rm
GET /users/filter_ajax/:query
GET /users/filter_ajax
GET /users/databaseProblems
GET /users/checkTuAuthorizationStatus
DELETE /users/removeTuAuthorization
POST /codes/prepareTuAuthorize
GET /tenants
POST /tenants/add_ajax
PATCH /tenants/edit_ajax/:id
DELETE /tenants/delete/:id
POST /tenants/getTenantIdFromPrefix
GET /tenants/getListofSites
GET /sites
GET /sites/:id
POST /sites/add
PATCH /sites/edit/:id
GET /zones
POST /zones/add
PATCH /zones/edit/:id
DELETE /zones/delete
GET /zones/dashboard
GET /zones/:id/sites
GET /gateways
POST /gateways/add
PATCH /gateways/edit/:id
DELETE /gateways/delete/:id
GET /sites/:siteId/devices
POST /devices/add
POST /devices/edit/:id
DELETE /devices/delete/:id
PATCH /devices/:id
GET /devices/databaseProblems
PATCH /barriers/add
PATCH /barriers/edit/:id
DELETE /barriers/delete/:id
GET /locations/index_ajax
POST /locations/add
PATCH /locations/edit/:id
DELETE /locations/delete/:id
GET /products
PATCH /products/edit/:id
GET /announcements
GET /announcements/currentlyActive
POST /announcements/add
PATCH /announcements/edit/:id
DELETE /announcements/delete/:id
GET /events
POST /events/add_ajax
PATCH /events/edit_ajax/:id
POST /events/softDelete
GET /sites/:id/documents/get-documents
GET /sites/:id/documents/has-accepted
PATCH /sites/:id/documents/accept-all
GET /documents/index
POST /documents/add
PATCH /documents/edit/:id
DELETE /documents/delete/:id
GET /documents/has-accepted-global
PATCH /documents/1/accept
PATCH /documents/2/accept
GET /blocked-users
PUT /blockedUsers/unblock
POST /blockedUsers/block
GET /codes
GET /codes/codesByTenant
GET /codes/visitor_private_zones
POST /codes/visitor_private_code_delete
POST /codes/visitor_add_code
GET /reservations
GET /reservations/personal_index
GET /users/me/reservations
GET /reservations/getUserReservations_ajax/:id
GET /reservations/getReservationsByNumber_ajax/:number
GET /reservations/databaseProblems
GET /reservations/historyWithTransactions
GET /reservations/:id
PATCH /reservations/:id
GET /reservation-summaries/:token
GET /transactions/getReportFor/:id
GET /transactions/:id
POST /media
GET /devices/:id/media
GET /sites/:id/media
DELETE /media/:id
GET /databaseLogs/index
`
  .trim()
  .split('\n')

const beside = [
  'POST /reservations',
  'POST /reservations/:id/finalize',
  'PATCH /remote-reservations/:token',
  'POST /remote-reservations/:token/cancel',
  'GET /app-config.json',
  'POST /setup',
  'GET /availability',
  'GET /availability/:siteId',
  'GET /availability/:siteId/access-times',
  'GET /contacts',
  'GET /lists/:name/csv',
  'POST /imports',
  'GET /imports/:id/errors',
  'GET /exports/:entity',
  'GET /exports/:entity/template',
  'GET /locations/:id/media',
  'GET /places',
  'GET /media/:id/file',
  'POST /users/oidc/start',
  'POST /users/oidc/finish',
  'POST /users/oidc/confirm',
  'POST /users/oidc/test',
  'POST /users/password_reset',
  'POST /users/migrate_to_rm',
  'POST /users/login/passkey/options',
  'POST /users/login/passkey',
  'POST /users/login/second-factor',
  'POST /users/login/set-up-factor',
  'POST /users/login/set-up-factor/confirm',
  'POST /users/confirm-identity/passkey-options',
  'POST /users/confirm-identity',
  'POST /users/change_password',
  'POST /users/email_change',
  'POST /users/register_confirm',
  'POST /users/register_renew',
]
const named = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`)

describe('the route table', () => {
  it('has every call of section 7, each once, and no other [API-1]', () => {
    expect([...named].sort()).toEqual(section7.concat(beside).sort())
    expect(new Set(named).size).toBe(named.length)
  })

  it('has no path whose parameter shadows a fixed path [API-1]', () => {
    const matches = (pattern: string, path: string) =>
      new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`, 'i').test(path)
    routes.forEach((route, index) => {
      const before = routes
        .slice(0, index)
        .find((earlier) => earlier.method === route.method && matches(earlier.path, route.path))
      expect(before?.path, `${route.path} is hidden`).toBeUndefined()
    })
  })

  it('matches docs/http-calls.md [API-1]', async () => {
    await expect(describeRoutes()).toMatchFileSnapshot('../../docs/http-calls.md')
  })
})

/** A valid body for each call that takes one, so that only rights can fail. */
const bodies: Record<string, (world: World, who: string) => unknown> = {
  'POST /users/confirm-identity': ({ password }) => ({ password }),
  'POST /users/email_change': () => ({ token: 'A'.repeat(43) }),
  'POST /users/change_password': ({ password: same }) => ({ oldPassword: same, newPassword: same, repeated: same }),
  'POST /users/register': () => ({
    email: 'visitor@world.example',
    password: 'k7w-mo',
    language: 'en',
    tosAccepted: true,
  }),
  'POST /users/register_confirm': () => ({ token: 'none' }),
  'POST /users/register_renew': () => ({ email: 'nobody@world.example' }),
  'PUT /users/setLanguage': () => ({ language: 'EN' }),
  'PATCH /users/profile': () => ({ data: { type: 'users', attributes: { city: 'Bremen' } } }),
  'PUT /users/updateRMContactInformation/:id': () => ({
    rm_contact_email: 'rm@world.example',
    rm_contact_phone_number: '0761 2034567',
  }),
  'POST /users/password_reset_request': () => ({ email: 'nobody@world.example' }),
  'POST /users/password_reset': () => ({ token: 'A'.repeat(43), password: '' }),
  'POST /users/migrate_to_rm': () => ({
    token: 'A'.repeat(43),
    password: '',
    firstname: null,
    lastname: null,
    language: 'en',
    terms: true,
  }),
  'POST /users/rm_invitation': ({ own, foreign }, who) => ({
    email: 'nobody@world.example',
    zones: [who === 'foreignRm' ? foreign.id : own.id],
  }),
  'POST /users/remove_rm': () => ({ userId: 999_999 }),
  'POST /notificationSettings/update': () => ({ settings: [] }),
  'POST /tenants/add_ajax': () => ({ name: 'New', prefix: 'new' }),
  'POST /tenants/getTenantIdFromPrefix': () => ({ tenant_prefix: 'own' }),
  'POST /sites/add': (world, who) => ({
    name: 'New',
    zones: [who === 'foreignRm' ? world.foreign.id : world.own.id],
  }),
  'PATCH /sites/edit/:id': () => ({ capacity: 4 }),
  'POST /locations/add': () => ({ city: 'Bremen' }),
  'PATCH /locations/edit/:id': () => ({ city: 'Bremen' }),
  'POST /zones/add': ({ tenants }, who) => ({
    name: 'New',
    tenant: who === 'foreignRm' ? tenants.foreign : tenants.own,
  }),
  'PATCH /zones/edit/:id': () => ({ name: 'Quay' }),
  'DELETE /zones/delete': () => ({ id: 999_999 }),
  'POST /gateways/add': () => ({ name: 'New', hardwareId: 'GW-new' }),
  'PATCH /gateways/edit/:id': () => ({ comment: 'Level 2' }),
  'POST /events/add_ajax': ({ own, foreign }, who) => ({
    event: {
      name: 'New',
      zone: who === 'foreignRm' ? foreign.id : own.id,
      startsOn: '2020-01-01',
      endsOn: '2020-01-02',
    },
  }),
  'PATCH /events/edit_ajax/:id': () => ({ event: { name: 'Days' } }),
  'POST /events/softDelete': () => ({ event_id: 999_999 }),
  'POST /devices/add': (world) => ({
    name: 'New',
    deviceId: 'D-new',
    gatewayId: world.own.gateway.id,
    siteId: world.own.siteId,
    deviceTypeId: world.own.gateway.devices[0]?.typeId,
  }),
  'POST /devices/edit/:id': () => ({ comment: 'Level 2' }),
  'PATCH /barriers/add': (world, who) => ({
    description: 'In',
    path_number: ['rm', 'srm', 'foreignRm', 'admin'].indexOf(who) + 1,
    type: 'entrance',
    siteId: world[who === 'foreignRm' ? 'foreign' : 'own'].siteId,
  }),
  'PATCH /barriers/edit/:id': () => ({ description: 'Out' }),
  'PATCH /devices/:id': () => ({ data: { type: 'devices', attributes: { status: 'updating_status' } } }),
  'PATCH /remote-reservations/:token': () => ({ note: 'Level 2' }),
  'PATCH /reservations/:id': () => ({ data: { type: 'reservations', attributes: { note: 'Level 2' } } }),
  'POST /reservations/:id/finalize': () => ({
    data: { type: 'reservations', attributes: { paymentMethod: 'free', priceCents: 0 } },
  }),
  'POST /codes/prepareTuAuthorize': () => ({ tuid: 'ab12cdef' }),
  'POST /users/oidc/test': () => ({ issuer: 'http://127.0.0.1:1' }),
  'POST /codes/visitor_add_code': () => ({ name: 'no such code' }),
  'POST /codes/visitor_private_code_delete': () => ({ codeId: 999_999 }),
  'POST /reservations': (world) => ({
    data: {
      type: 'reservations',
      attributes: { siteId: world.own.siteId, start: '2099-01-01T10:00:00Z', end: '2099-01-01T11:00:00Z' },
    },
  }),
}
/** Bodies other than JSON: a form with a file. */
const formType = 'multipart/form-data; boundary=part'
const forms: Record<string, (world: World) => string> = {
  'POST /media': (world) =>
    [
      `--part\r\ncontent-disposition: form-data; name="siteId"\r\n\r\n${world.own.siteId}`,
      '--part\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nno picture',
      '--part--\r\n',
    ].join('\r\n'),
  'POST /imports': () =>
    [
      '--part\r\ncontent-disposition: form-data; name="entity"\r\n\r\ndevices',
      '--part\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nid;name',
      '--part--\r\n',
    ].join('\r\n'),
}
/** Calls that check no right but the token they are given. */
const ownChecks = [
  'POST /users/login',
  'POST /users/login/passkey',
  'POST /users/login/second-factor',
  'POST /users/login/set-up-factor',
  'POST /users/login/set-up-factor/confirm',
  'POST /users/logout',
  'POST /setup',
  'POST /users/oidc/start',
  'POST /users/oidc/finish',
]

describe('rights', () => {
  let reservationId: number
  beforeAll(async () => {
    reservationId = await insert(db.knex, 'reservations', {
      site_id: world.own.siteId,
      device_id: world.own.gateway.devices[0]?.id,
      user_id: world.users.visitor.id,
      starts_at: new Date(Date.now() + 3_600_000),
      ends_at: new Date(Date.now() + 7_200_000),
      state: 'RESERVED',
      reserved_at: new Date(),
    })
  })

  it.each(['nobody', 'visitor', 'rm', 'foreignRm', 'srm', 'support', 'admin'] as const)(
    'of every implemented call are those of the table, for %s [NAV-6] [API-1]',
    async (who) => {
      const application = who === 'admin' ? 'admin' : 'portal'
      const cookie =
        who === 'nobody'
          ? `sid=${newSessionValue('portal').value}`
          : await cookieFor(db.knex, world.users[who].id, application)
      const hash = sessionHashOf(cookie, application)
      const features = (hash && (await loadActor(db.knex, hash)))?.actor.features ?? null
      for (const { method, path, access, call } of routes) {
        const name = `${method.toUpperCase()} ${path}`
        if (!call || ownChecks.includes(name)) continue
        const form = forms[name]?.(world)
        const body = form ?? bodies[name]?.(world, who)
        const headers = form ? { 'content-type': formType } : {}
        const own = path
          .replace(/^\/sites\/:(id|siteId)/, `/sites/${world.own.siteId}`)
          .replace(/^\/places$/, '/places?q=own')
          .replace(/^\/devices\/:id/, `/devices/${world.own.gateway.devices[0]?.id ?? 0}`)
          .replace(/^\/media\/:id/, '/media/00000000-0000-4000-8000-000000000000')
          .replace(/^\/zones\/:id/, `/zones/${world.own.id}`)
          .replace(/^\/reservations\/:id/, `/reservations/${reservationId}`)
        const filled = own.replace(/:(id|number)/, '999999999')
        const { status } = await app.ask(method.toUpperCase(), filled, { cookie, headers, ...(body ? { body } : {}) })
        if (mayAccess(access, features)) expect([200, 202, 204, 404, 409], `${name}: ${status}`).toContain(status)
        else expect(status, name).toBe(features === null ? 401 : 403)
        // Somebody else's rows do not exist.
        if (who === 'foreignRm' && path.includes('/:') && own !== path) expect(status, name).toBe(404)
      }
    },
  )
})

describe('calls of later versions', () => {
  it('all return 501 call-not-available as JSON:API errors [API-1]', async () => {
    const later = routes.filter(({ call }) => call === null)
    expect(later.length).toBeGreaterThan(0)
    for (const { method, path } of later) {
      const options = method === 'get' || method === 'delete' ? {} : { body: {} }
      const answer = await app.ask(method.toUpperCase(), path.replace(/:\w+/g, '1'), options)
      expect(answer, `${method} ${path}`).toMatchObject({ status: 501, error: { code: 'call-not-available' } })
    }
  })

  it('return it for forms too [API-1]', async () => {
    const form = await app.ask('POST', '/documents/add', {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    })
    expect(form.status).toBe(501)
  })

  it('return 404 for unknown paths as JSON:API errors [API-1]', async () => {
    for (const call of ['GET /nothing', 'POST /nothing', 'DELETE /sites', 'PUT /', 'GET /assets/none.js']) {
      const [method = '', path = ''] = call.split(' ')
      expect(await app.ask(method, path), call).toMatchObject({ status: 404, error: { code: 'not-found' } })
    }
  })
})
