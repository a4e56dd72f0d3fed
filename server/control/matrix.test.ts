import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { runCommand } from '../kernel/bus/dispatch.ts'
import type { CommandHandler } from '../kernel/bus/handle.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World, type WorldZone } from '../testing/world.ts'
import deviceCommand from './command.ts'
import commandMany from './command-many.ts'
import emergency from './emergency.ts'
import requestAction from './request-action.ts'
import requestActionAsGuest from './request-action-as-guest.ts'

/** Who asks. `visitor` has the reservation; `rm`, `srm`, `remote` operate the own zone, `foreignRm` the foreign one. */
const people = ['visitor', 'rm', 'srm', 'remote', 'foreignRm', 'admin', 'support', 'nobody'] as const
type Person = (typeof people)[number]
/** A guest's link, valid or revoked. */
const links = ['good', 'revoked'] as const
const zones = ['own', 'foreign'] as const
/** When and how things are. */
const situations = [
  'day-before',
  'early',
  'early-bookable',
  'during',
  'after',
  'blocked',
  'used-up',
  'maintenance',
  'occupied',
  // The last one, because nothing can follow it.
  'cancelled',
] as const
type Situation = (typeof situations)[number]
const controls = ['requestAction', 'command', 'anyway', 'commandMany', 'emergency'] as const
type Control = (typeof controls)[number]

const handlers: CommandHandler[] = [requestAction, requestActionAsGuest, deviceCommand, commandMany, emergency]
let db: TestDatabase
let knex: Knex
let world: World
let context: Kernel
const sessions = new Map<Person, Buffer>()
const stays = new Map<string, number>()
const tokens = new Map<string, string>()
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
  world = await makeWorld(knex)
  const commands = new Map(handlers.map((each) => [each.def.name, each]))
  context = testContext(knex, { commands, queries: new Map(), watches: new Map() })
  // Permissions are tested here, not rate limits.
  Object.assign(context, { limits: { take: async () => null } })
  for (const person of people)
    if (person !== 'nobody') sessions.set(person, await openSession(knex, world.users[person].id))
  await knex('device_states').update({ status: 'blocked', door_state: null, reachable: true, status_at: new Date() })
  for (const zone of zones) {
    const id = await insert(knex, 'reservations', {
      user_id: world.users.visitor.id,
      site_id: world[zone].siteId,
      device_id: lot(world[zone]),
      starts_at: minutes(-10),
      ends_at: minutes(50),
      state: 'RESERVED',
      reserved_at: minutes(-100),
    })
    stays.set(zone, id)
    for (const link of links) tokens.set(`${zone} ${link}`, await plantLink(id, link))
  }
})
afterAll(() => db.close())

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
/** The second device of a zone is a parking lot. */
const lot = (zone: WorldZone): number => zone.gateway.devices[1]?.id ?? 0

async function plantLink(reservationId: number, link: (typeof links)[number]): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await knex('tokens').insert({
    purpose: 'eticket',
    token_hash: createHash('sha256').update(token).digest(),
    reservation_id: reservationId,
    created_at: minutes(-60),
    expires_at: minutes(3_000),
    revoked_at: link === 'revoked' ? new Date() : null,
  })
  return token
}

/** Sets the world up for the situation; nothing is left of the previous one. */
async function arrange(situation: Situation): Promise<void> {
  await knex('control_steps').delete()
  await knex('device_commands').delete()
  await knex('control_runs').delete()
  await knex('blocked_users').delete()
  await knex('maintenance_periods').delete()
  const [from, until] = {
    'day-before': [1_440, 1_500],
    early: [10, 70],
    'early-bookable': [10, 70],
    after: [-70, -10],
  }[situation as string] ?? [-10, 50]
  const prebookMinMinutes = situation === 'early-bookable' ? 0 : 15
  const ids = [...stays.values()]
  await knex('reservations')
    .whereIn('id', ids)
    .where({ state: 'RESERVED' })
    .update({
      starts_at: minutes(from ?? 0),
      ends_at: minutes(until ?? 0),
      entries_used: situation === 'used-up' ? 5 : 0,
      rules: JSON.stringify({ prebookMinMinutes, guestTicketAllowed: true, entryLimit: 5, exitLimit: 5 }),
    })
  if (situation === 'cancelled')
    await knex('reservations')
      .whereIn('id', ids)
      .where({ state: 'RESERVED' })
      .update({ state: 'STORNO', ended_at: new Date() })
  for (const zone of zones) {
    const zone_id = world[zone].id
    if (situation === 'blocked')
      await knex('blocked_users').insert({ user_id: world.users.visitor.id, zone_id, block_reason: 'noise' })
    if (situation === 'maintenance')
      await knex('maintenance_periods').insert({ scope: 'zone', zone_id, reason: 'works', starts_at: minutes(-5) })
  }
  const status = situation === 'occupied' ? 'occupied' : 'blocked'
  await knex('device_states').update({ status })
}

/** Issues the command and undoes it, so that each case meets the same world. Returns 'ok' or the refusal's code. */
async function outcome(name: string, session: Buffer | null, input: object): Promise<string> {
  const answer = await runCommand(context, session, { id: randomUUID(), name, input })
  await knex('control_steps').delete()
  await knex('malfunction_history').delete()
  await knex('malfunctions').delete()
  await knex('device_commands').delete()
  await knex('control_runs').delete()
  const { refused = [] } = (answer.ok ? answer.reply : {}) as { refused?: { code: string }[] }
  return answer.ok ? (refused[0]?.code ?? 'ok') : answer.refusal.code
}
const request = () => ({ deviceId: null, action: 'open', validUntil: minutes(0.1).toISOString() })
function send(control: Control, person: Person, zone: (typeof zones)[number]): Promise<string> {
  const session = sessions.get(person) ?? null
  const deviceId = lot(world[zone])
  switch (control) {
    case 'requestAction':
      return outcome(requestAction.def.name, session, { reservationId: stays.get(zone), ...request() })
    case 'command':
    case 'anyway':
      return outcome(deviceCommand.def.name, session, { deviceId, action: 'open', anyway: control === 'anyway' })
    case 'commandMany':
      return outcome(commandMany.def.name, session, { deviceIds: [deviceId], action: 'open' })
    case 'emergency':
      return outcome(emergency.def.name, session, {
        siteId: world[zone].siteId,
        deviceIds: [deviceId],
        action: 'open',
        reason: 'somebody is locked in',
        safetyWord: `Site ${zone}`,
      })
  }
}

/** What the specification says, stated a second time in another way. */
function expected(control: Control, person: Person, zone: (typeof zones)[number], situation: Situation): string {
  if (person === 'nobody') return 'session-expired'
  if (control === 'requestAction') {
    if (person === 'admin' || person === 'support') return 'not-authorized'
    return person === 'visitor' ? holder(situation) : 'not-found'
  }
  if (person === 'visitor' || person === 'support') return 'not-authorized'
  if (person !== 'admin' && (person === 'foreignRm') !== (zone === 'foreign')) return 'not-found'
  if (control === 'emergency') return 'ok'
  if (situation === 'maintenance') return control === 'anyway' ? 'ok' : 'under-maintenance'
  return situation === 'occupied' ? 'device-occupied' : 'ok'
}
function holder(situation: Situation): string {
  const no: Partial<Record<Situation, string>> = {
    'day-before': 'reservation-not-begun',
    'early-bookable': 'reservation-not-begun',
    after: 'reservation-over',
    cancelled: 'reservation-not-reserved',
    blocked: 'user-blocked',
    'used-up': 'operations-exceeded',
    maintenance: 'under-maintenance',
    occupied: 'device-occupied',
  }
  return no[situation] ?? 'ok'
}
function guest(link: (typeof links)[number], situation: Situation): string {
  if (link === 'revoked') return 'eticket-invalid'
  if (situation === 'after') return 'eticket-expired'
  return situation === 'cancelled' ? 'eticket-canceled' : holder(situation)
}

describe.each(situations)('%s', (situation) => {
  it('every action by every person, in the own zone and a foreign one [CTRL-2] [CTRL-6]', async () => {
    await arrange(situation)
    const found: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const zone of zones)
      for (const person of people)
        for (const control of controls) {
          const cell = `${control} by ${person} in the ${zone} zone`
          found[cell] = await send(control, person, zone)
          wanted[cell] = expected(control, person, zone, situation)
        }
    expect(found).toEqual(wanted)
    expect(Object.keys(found)).toHaveLength(zones.length * people.length * controls.length)
  })

  it('a guest with a valid and with a revoked link [TICK-1] [TICK-2]', async () => {
    await arrange(situation)
    const found: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const zone of zones)
      for (const link of links) {
        const token = tokens.get(`${zone} ${link}`)
        found[`${link} ${zone}`] = await outcome(requestActionAsGuest.def.name, null, { token, ...request() })
        wanted[`${link} ${zone}`] = guest(link, situation)
      }
    expect(found).toEqual(wanted)
  })
})
