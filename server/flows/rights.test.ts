import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '../../contract/envelope.ts'
import { commands, queries, watches } from '../../contract/registry.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person, postMessages, signIn } from '../testing/person.ts'
import { makeWorld, type World } from '../testing/world.ts'

/** Every kind of caller. `foreignRm` is an operator of another tenant; 'own' below is what `rm` operates. */
const callers = ['visitor', 'rm', 'srm', 'remote', 'foreignRm', 'admin', 'support'] as const
type Caller = (typeof callers)[number]

/** 'ok', or the refusal's code. */
type Outcome =
  | 'ok'
  | 'not-authorized'
  | 'not-found'
  | 'gateway-unreachable'
  | 'malfunction-closed'
  | 'payment-provider-unavailable'
  | 'code-unknown'
  | 'zone-not-private'
  | 'site-invalid'
type Row = Record<Caller, Outcome>

const all = (outcome: Outcome): Row => Object.fromEntries(callers.map((caller) => [caller, outcome])) as Row
/** For things of the own zone: operators of that zone and admins. */
const ownZone = (outcome: Outcome): Row => ({
  ...all('not-authorized'),
  rm: outcome,
  srm: outcome,
  remote: outcome,
  admin: outcome,
  foreignRm: 'not-found',
})
const operators = (outcome: Outcome): Row => ({ ...all(outcome), visitor: 'not-authorized', support: 'not-authorized' })

const bookers = (outcome: Outcome): Row => ({ ...all(outcome), admin: 'not-authorized', support: 'not-authorized' })
/** Who may book at sites of the own tenant: its people, whoever operates the zone, and admins. */
const atOwnSite: Row = { ...all('ok'), foreignRm: 'site-invalid', support: 'site-invalid' }
const soon = () => ({
  start: new Date(Date.now() + 3_600_000).toISOString(),
  end: new Date(Date.now() + 7_200_000).toISOString(),
})

/**
 * The whole matrix. A command, query or watch without a row fails the suite, and so does a row that nothing stands behind. Orders to the own
 * device end in 'gateway-unreachable', the first rule after rights: no gateway is linked here.
 */
const matrix: Record<string, { input: (world: World) => object; outcome: Row }[]> = {
  'people.setLanguage': [{ input: () => ({ language: 'en' }), outcome: all('ok') }],
  'control.order': [
    {
      input: (world) => ({ deviceId: world.own.gateway.devices[0]?.id, action: 'refresh' }),
      outcome: ownZone('gateway-unreachable'),
    },
    { input: () => ({ deviceId: 999_999, action: 'refresh' }), outcome: operators('not-found') },
  ],
  'insight.acknowledge': [{ input: () => ({ malfunctionId: 999_999 }), outcome: operators('not-found') }],
  // Bookers are visitors and operators; nothing of a site that is closed to them exists.
  'access.privateZones': [{ input: () => ({}), outcome: bookers('ok') }],
  'access.addCode': [{ input: () => ({ name: 'no such code' }), outcome: bookers('code-unknown') }],
  'access.removeCode': [{ input: () => ({ codeId: 999_999 }), outcome: bookers('not-found') }],
  'access.codes': [{ input: () => ({}), outcome: operators('ok') }],
  'access.codeZones': [{ input: () => ({}), outcome: operators('ok') }],
  'access.createCode': [
    { input: (world) => ({ name: 'Key', zoneId: world.own.id }), outcome: ownZone('zone-not-private') },
    { input: () => ({ name: 'Key', zoneId: 999_999 }), outcome: operators('not-found') },
  ],
  'access.deleteCode': [{ input: () => ({ codeId: 999_999 }), outcome: operators('not-found') }],
  'access.blocks': [{ input: () => ({}), outcome: bookers('ok') }],
  'access.siteDocuments': [
    {
      input: (world) => ({ siteId: world.own.siteId }),
      outcome: { ...bookers('ok'), foreignRm: 'not-found' },
    },
  ],
  'access.acceptSiteDocuments': [
    {
      input: (world) => ({ siteId: world.own.siteId }),
      outcome: { ...bookers('ok'), foreignRm: 'not-found' },
    },
  ],
  'payments.options': [{ input: () => ({}), outcome: bookers('ok') }],
  'payments.topUp': [{ input: () => ({ amountCents: 500 }), outcome: bookers('payment-provider-unavailable') }],
  'payments.mine': [{ input: () => ({}), outcome: bookers('ok') }],
  'payments.transactions': [{ input: () => ({}), outcome: bookers('ok') }],
  'notices.activeAnnouncements': [{ input: () => ({}), outcome: all('ok') }],
  'session.myProducts': [{ input: () => ({}), outcome: all('ok') }],
  'sites.list': [{ input: () => ({}), outcome: all('ok') }],
  'sites.get': [{ input: () => ({ siteId: 999_999 }), outcome: all('not-found') }],
  'sites.zones': [{ input: () => ({}), outcome: operators('ok') }],
  'insight.history': [
    {
      input: (world) => ({
        deviceId: world.own.gateway.devices[0]?.id,
        from: '2026-01-01T00:00:00Z',
        until: '2026-01-02T00:00:00Z',
        metrics: ['temperature'],
      }),
      outcome: ownZone('ok'),
    },
  ],
  'reservations.search': [{ input: soon, outcome: all('ok') }],
  'reservations.places': [
    { input: (world) => ({ siteId: world.own.siteId, ...soon() }), outcome: atOwnSite },
    { input: () => ({ siteId: 999_999, ...soon() }), outcome: all('site-invalid') },
  ],
  'reservations.accessTimes': [{ input: (world) => ({ siteId: world.own.siteId }), outcome: atOwnSite }],
  'session.me': [{ input: () => ({}), outcome: all('ok') }],
  'control.devices': [
    { input: () => ({}), outcome: operators('ok') },
    { input: (world) => ({ siteId: world.own.siteId }), outcome: ownZone('ok') },
  ],
  'insight.malfunctions': [{ input: () => ({}), outcome: operators('ok') }],
  'insight.device': [{ input: (world) => ({ deviceId: world.own.gateway.devices[0]?.id }), outcome: ownZone('ok') }],
}

let db: TestDatabase
let world: World
let portal: RunningPortal
const people = new Map<Caller, Person>()

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  portal = await startPortal({ databaseUrl: db.url })
  for (const caller of callers) {
    const url = caller === 'admin' ? portal.adminUrl : portal.url
    people.set(caller, await connectPerson(url, await signIn(url, world.users[caller].login, world.password)))
  }
}, 60_000)
afterAll(async () => {
  for (const person of people.values()) person.close()
  await portal?.end()
  await db?.close()
})

const personOf = (caller: Caller): Person => {
  const person = people.get(caller)
  if (!person) throw new Error(`no ${caller}`)
  return person
}

describe('rights', () => {
  it('every command, query and watch of the contract has a row, and every row stands for one', () => {
    const defined = [...commands, ...queries, ...watches].map((def) => def.name).sort()
    expect(Object.keys(matrix).sort()).toEqual(defined)
  })

  for (const def of [...commands, ...queries, ...watches]) {
    for (const caller of callers) {
      it(`${def.kind} ${def.name} as ${caller}`, async () => {
        for (const { input, outcome } of matrix[def.name] ?? []) {
          const person = personOf(caller)
          const given = input(world) as never
          const answer =
            def.kind === 'command'
              ? await person.command(def, given)
              : def.kind === 'query'
                ? await person.query(def, given)
                : (await person.watch(def, given)).answer()
          expect(answer.ok ? 'ok' : answer.refusal.code, JSON.stringify(given)).toBe(outcome[caller])
        }
      })
    }
  }

  it('watched rows and pushes stay within the zones of whoever watches [ADM-23]', async () => {
    const seen = async (caller: Caller) => await personOf(caller).watch(watches[1], {})
    const [rm, foreign, admin] = [await seen('rm'), await seen('foreignRm'), await seen('admin')]
    const now = () => new Date().toISOString()
    for (const zone of [world.own, world.foreign]) {
      const device = zone.gateway.devices[0]?.hardwareId
      const reply = await postMessages(portal.url, zone.gateway.token, [
        { id: `r-${zone.id}`, at: now(), device, kind: 'status', status: 'error' },
      ])
      expect(reply.status).toBe(200)
    }
    const statusOf = (rows: Map<string, Change>, id: number | undefined) =>
      (rows.get(`device:${id}`)?.view as { status: string } | undefined)?.status
    const [ownId, foreignId] = [world.own.gateway.devices[0]?.id, world.foreign.gateway.devices[0]?.id]
    await expect.poll(() => [statusOf(admin.rows, ownId), statusOf(admin.rows, foreignId)]).toEqual(['error', 'error'])
    await expect.poll(() => statusOf(rm.rows, ownId)).toBe('error')
    await expect.poll(() => statusOf(foreign.rows, foreignId)).toBe('error')
    expect(statusOf(rm.rows, foreignId)).toBeUndefined()
    expect(statusOf(foreign.rows, ownId)).toBeUndefined()
    const foreignPushes = JSON.stringify(personOf('foreignRm').pushes)
    expect(foreignPushes).not.toContain('GW-own')
    expect(JSON.stringify(personOf('visitor').pushes)).not.toContain('"kind":"device"')
  })
})
