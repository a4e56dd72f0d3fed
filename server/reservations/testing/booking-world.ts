import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type * as z from 'zod'
import type { CommandDef, QueryDef } from '../../../contract/kit.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { insert, type Planted, plantSite, plantUser } from '../../../db/testing/fixtures.ts'
import { runCommand, runQuery } from '../../kernel/bus/dispatch.ts'
import type { CommandHandler, QueryHandler, WatchHandler } from '../../kernel/bus/handle.ts'
import type { Kernel } from '../../kernel/bus/handlers.ts'
import { openSession, testContext } from '../../testing/context.ts'

export interface BookingWorld extends Planted {
  readonly eventId: number
  readonly context: Kernel
  /** A new visitor of the site's tenant with this credit. */
  person(cents?: number): Promise<TestPerson>
  /** An existing person, through a session of their own. */
  as(userId: number): Promise<TestPerson>
}
export interface TestPerson {
  readonly userId: number
  send<D extends CommandDef>(def: D, input: z.input<D['input']>, id?: string): Promise<Answer<z.output<D['reply']>>>
  ask<D extends QueryDef>(def: D, input: z.input<D['input']>): Promise<Answer<z.output<D['reply']>>>
}
export type Answer<R> = { ok: true; reply: R } | { ok: false; refusal: Refusal }

let people = 0

/** The next quarter of an hour, when stays may end. */
export function quarterAfter(at: string | number): string {
  const quarter = 900_000
  return new Date(Math.ceil(new Date(at).getTime() / quarter) * quarter).toISOString()
}

/**
 * A site with places that have reported, one access time for everybody with a tariff, and people who book through the
 * real bus.
 */
export async function bookingWorld(
  knex: Knex,
  options: {
    places?: number
    event?: object
    stages?: readonly (readonly [number, number])[]
    handlers: readonly (CommandHandler | QueryHandler | WatchHandler)[]
  },
): Promise<BookingWorld> {
  const site = await plantSite(knex, { devices: options.places ?? 3 })
  await knex('device_states').whereIn('device_id', site.deviceIds).update({ status: 'free', status_at: new Date() })
  const stages = options.stages ?? [
    [60, 150],
    [1_440, 600],
  ]
  const tariffId =
    stages.length === 0 ? null : await insert(knex, 'tariffs', { name: 'Tariff', tenant_id: site.tenantId })
  if (tariffId !== null)
    await knex('tariff_stages').insert(
      stages.map(([until_minutes, price_cents]) => ({ tariff_id: tariffId, until_minutes, price_cents })),
    )
  const eventId = await insert(knex, 'events', {
    zone_id: site.zoneId,
    name: 'Always',
    starts_on: '2020-01-01',
    tariff_id: tariffId,
    ...options.event,
  })
  const kinds = ['command', 'query', 'watch'] as const
  const [commands, queries, watches] = kinds.map(
    (kind) => new Map(options.handlers.filter((each) => each.def.kind === kind).map((each) => [each.def.name, each])),
  )
  const context = testContext(knex, { commands, queries, watches } as unknown as Kernel['handlers'])
  const as = async (userId: number): Promise<TestPerson> => {
    const session = await openSession(knex, userId)
    return {
      userId,
      async send(def, input, id = randomUUID()) {
        const answer = await runCommand(context, session, { id, name: def.name, input })
        return answer.ok
          ? { ok: true, reply: answer.reply as never }
          : { ok: false, refusal: answer.refusal as Refusal }
      },
      async ask(def, input) {
        const answer = await runQuery(context, session, { name: def.name, input })
        return answer.ok ? { ok: true, reply: answer.view as never } : { ok: false, refusal: answer.refusal as Refusal }
      },
    }
  }
  return {
    ...site,
    eventId,
    context,
    async person(cents = 10_000) {
      const userId = await plantUser(knex, `person-${++people}-${randomUUID().slice(0, 8)}`)
      await knex('user_tenants').insert({ user_id: userId, tenant_id: site.tenantId })
      await knex('users').where({ id: userId }).update({ tos_accepted_at: new Date() })
      if (cents > 0) await giveCredit(knex, userId, cents)
      return as(userId)
    },
    as,
  }
}

export async function giveCredit(knex: Knex, userId: number, cents: number): Promise<void> {
  await knex.raw(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents)
     select 'top-up', o.id, u.id, ? from accounts o, accounts u where o.provider = 'outside' and u.user_id = ?`,
    [cents, userId],
  )
}

/** Returns the reply, or throws an error that shows the refusal. */
export function done<R>(answer: Answer<R>): R {
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.refusal)}`)
  return answer.reply
}

/** Returns the refusal's code; throws if it was not refused. */
export function refusedWith(answer: Answer<unknown>): string {
  if (answer.ok) throw new Error('it was not refused')
  return answer.refusal.code
}
