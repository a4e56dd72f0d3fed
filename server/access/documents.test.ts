import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, type Planted, plantSite, plantUser } from '../../db/testing/fixtures.ts'
import acceptSiteDocuments from './accept-site-documents.ts'
import { acceptDocuments, missingDocuments } from './documents.ts'
import siteDocuments from './site-documents.ts'
import { callers } from './testing/callers.ts'

let db: TestDatabase
let call: ReturnType<typeof callers>
let place: Planted
let person: number
let house: number
let rules: number

beforeAll(async () => {
  db = await createTestDatabase()
  call = callers(db.knex, { commands: [acceptSiteDocuments], queries: [siteDocuments] })
})
afterAll(() => db.close())
beforeEach(async () => {
  place = await plantSite(db.knex)
  person = place.userId
  await db.knex('users').where({ id: person }).update({ tos_accepted_at: new Date() })
  const translations = { de: { title: 'Hausordnung', text: 'Rad anschließen.' }, en: { title: 'House rules' } }
  house = await insert(db.knex, 'documents', {
    name: 'house.pdf',
    description: 'Lock your bike.',
    scope: 'zone',
    zone_id: place.zoneId,
    translations: JSON.stringify(translations),
  })
  rules = await insert(db.knex, 'documents', { name: 'company.pdf', scope: 'tenant', tenant_id: place.tenantId })
})

const missing = async (reservationId: number | null = null) =>
  (await missingDocuments(db.knex, person, place.siteId, reservationId)).map(({ id }) => id)
const accept = (documentIds: number[], more: { reservationId?: number; remember?: boolean } = {}) =>
  db.knex.transaction((trx) =>
    acceptDocuments(trx, {
      userId: person,
      documentIds,
      reservationId: more.reservationId ?? null,
      remember: more.remember ?? false,
      now: new Date(),
    }),
  )
const book = (site: Planted, day = 1) =>
  insert(db.knex, 'reservations', {
    user_id: person,
    site_id: site.siteId,
    device_id: site.deviceIds[0],
    starts_at: new Date(Date.UTC(2027, 0, day)),
    ends_at: new Date(Date.UTC(2027, 0, day, 1)),
    state: 'RESERVED',
    reserved_at: new Date(),
  })

describe('documents of a site', () => {
  it('are those of its zones and companies; the terms came with the registration until they are renewed [DOCS-1]', async () => {
    const other = await plantSite(db.knex)
    await insert(db.knex, 'documents', { name: 'other.pdf', scope: 'zone', zone_id: other.zoneId })
    expect(await missing()).toEqual([rules, house])
    await db.knex('documents').where({ id: 1 }).update({ revision: 2 })
    expect(await missing()).toEqual([1, rules, house])
    await db
      .knex('users')
      .where({ id: person })
      .update({ tos_accepted_at: new Date(Date.now() + 1_000) })
    expect(await missing()).toEqual([rules, house])
    await db.knex('users').where({ id: person }).update({ tos_accepted_at: null })
    expect(await missing()).toEqual([2, 1, rules, house])
    await db.knex('documents').where({ id: 1 }).update({ revision: 1 })
  })

  it('accepted for good count until their next revision', async () => {
    await accept([rules, house, 999_999], { remember: true })
    await accept([rules, house], { remember: true })
    expect(await missing()).toEqual([])
    expect(await db.knex('document_acceptances').where({ user_id: person })).toHaveLength(2)
    await db.knex('documents').where({ id: house }).update({ revision: 2 })
    expect(await missing()).toEqual([house])
  })

  it('accepted for one booking count for that booking', async () => {
    const first = await book(place)
    await accept([rules, house], { reservationId: first })
    expect(await missing(first)).toEqual([])
    expect(await missing()).toEqual([rules, house])
    expect(await missing(await book(place, 2))).toEqual([rules, house])
  })

  it('accepted before the booking wait a day for it, and for the next one at that site only', async () => {
    const elsewhere = await plantSite(db.knex)
    await accept([rules, house])
    expect(await missing()).toEqual([])
    await accept([], { reservationId: await book(elsewhere) })
    expect(await missing()).toEqual([])
    const here = await book(place)
    await accept([], { reservationId: here })
    expect(await missing(here)).toEqual([])
    expect(await missing()).toEqual([rules, house])
    await accept([rules, house])
    await db
      .knex('document_acceptances')
      .where({ user_id: person })
      .whereNull('reservation_id')
      .update({
        accepted_at: new Date(Date.now() - 25 * 3_600_000),
      })
    expect(await missing()).toEqual([rules, house])
  })

  it('are read in the language of the caller and accepted all at once [DOCS-1]', async () => {
    expect(await call.ask(person, siteDocuments, { siteId: place.siteId })).toMatchObject({
      accepted: false,
      rememberDecision: false,
      documents: [
        { id: 2, accepted: true },
        { id: 1, accepted: true },
        { id: rules, scope: 'tenant', title: 'company.pdf', text: null, accepted: false },
        { id: house, scope: 'zone', title: 'House rules', text: 'Lock your bike.', revision: 1, accepted: false },
      ],
    })
    await db.knex('users').where({ id: person }).update({ language: 'de' })
    const once = { siteId: place.siteId, rememberDecision: false }
    expect(await call.send(person, acceptSiteDocuments, once)).toEqual({ accepted: true })
    expect(await call.ask(person, siteDocuments, { siteId: place.siteId })).toMatchObject({
      accepted: true,
      rememberDecision: false,
      documents: [{}, {}, {}, { title: 'Hausordnung', text: 'Rad anschließen.', accepted: true }],
    })
    await call.send(person, acceptSiteDocuments, { siteId: place.siteId })
    await call.send(person, acceptSiteDocuments, once)
    expect(await call.ask(person, siteDocuments, { siteId: place.siteId })).toMatchObject({ rememberDecision: true })
  })

  it('of a site that is closed to the caller are not found', async () => {
    const stranger = await plantUser(db.knex, `stranger-${place.siteId}`)
    for (const input of [{ siteId: place.siteId }, { siteId: 999_999 }]) {
      expect(await call.ask(stranger, siteDocuments, input)).toBe('not-found')
      expect(await call.send(stranger, acceptSiteDocuments, input)).toBe('not-found')
    }
    await db.knex('zones').where({ id: place.zoneId }).update({ readable_without_login: true })
    expect(await call.ask(stranger, siteDocuments, { siteId: place.siteId })).toMatchObject({ accepted: false })
  })
})
