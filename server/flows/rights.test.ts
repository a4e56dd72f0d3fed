import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '../../contract/changes.ts'
import { devices } from '../../contract/control.ts'
import { commands, queries, watches } from '../../contract/registry.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person, postMessages, signIn } from '../testing/person.ts'
import { booked, inDays } from '../testing/rights-inputs.ts'
import { matrix } from '../testing/rights-matrix.ts'
import { type Caller, callers } from '../testing/rights-rows.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let portal: RunningPortal
const people = new Map<Caller, Person>()

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  await db.knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'MAINTENANCE'`,
    [world.tenants.own],
  )
  booked.reservationId = await insert(db.knex, 'reservations', {
    site_id: world.own.siteId,
    device_id: world.own.gateway.devices[0]?.id,
    user_id: world.users.visitor.id,
    starts_at: inDays(1),
    ends_at: inDays(2),
    state: 'RESERVED',
    reserved_at: new Date(),
  })
  // A command that changed an entry of the audit trail other than its own would fail here.
  await db.knex.raw(`
    create function keep_entry() returns trigger language plpgsql as
      $$ begin raise exception 'a finished entry of the audit trail'; end $$;
    create trigger keep_entry before update or delete on commands
      for each row when (old.duration_ms is not null) execute function keep_entry()`)
  portal = await startPortal({ databaseUrl: db.url })
  for (const caller of callers) {
    const url = caller === 'admin' ? portal.adminUrl : portal.url
    people.set(caller, await connectPerson(url, await signIn(url, world.users[caller].login, world.password)))
  }
})
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

  it('no command has changed a finished entry of the audit trail [ASVS V16.4.2]', async () => {
    const finished = db.knex('commands').whereNotNull('duration_ms')
    expect((await finished.clone()).length).toBeGreaterThan(commands.length)
    await expect(finished.clone().delete()).rejects.toThrow('a finished entry of the audit trail')
  })

  it('watched rows and pushes stay within the zones of the person who watches [ADM-23]', async () => {
    const seen = async (caller: Caller) => await personOf(caller).watch(devices, {})
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
