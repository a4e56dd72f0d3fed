import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type * as z from 'zod'
import type { CommandDef, QueryDef } from '../../../contract/kit.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { runCommand, runQuery } from '../../kernel/bus/dispatch.ts'
import type { CommandHandler, QueryHandler } from '../../kernel/bus/handle.ts'
import { openSession, testContext } from '../../testing/context.ts'
import type { World } from '../../testing/world.ts'

export type Login = keyof World['users']
type Answer<R> = { ok: true; reply: R } | { ok: false; refusal: Refusal }
interface How {
  /** Whether the gateways are linked; default true. */
  readonly linked?: boolean
  /** Own connections instead of those of the world. */
  readonly knex?: Knex
}
export interface Operators {
  send<D extends CommandDef>(
    login: Login,
    def: D,
    input: z.input<D['input']>,
    how?: How,
  ): Promise<Answer<z.output<D['reply']>>>
  ask<D extends QueryDef>(login: Login, def: D, input: z.input<D['input']>): Promise<Answer<z.output<D['reply']>>>
}

/** The people of a world on the real bus, each with one session. */
export function operators(
  knex: Knex,
  world: World,
  { commands = [], queries = [] }: { commands?: readonly CommandHandler[]; queries?: readonly QueryHandler[] },
): Operators {
  const sessions = new Map<Login, Promise<Buffer>>()
  const sessionOf = (login: Login): Promise<Buffer> => {
    const session = sessions.get(login) ?? openSession(knex, world.users[login].id)
    sessions.set(login, session)
    return session
  }
  const handlers = {
    commands: new Map(commands.map((handler) => [handler.def.name, handler])),
    queries: new Map(queries.map((handler) => [handler.def.name, handler])),
    watches: new Map(),
  }
  return {
    async send(login, def, input, { linked = true, knex: own = knex } = {}) {
      const context = testContext(own, handlers, { linked })
      return (await runCommand(context, await sessionOf(login), { id: randomUUID(), name: def.name, input })) as never
    },
    async ask(login, def, input) {
      const answer = await runQuery(testContext(knex, handlers), await sessionOf(login), { name: def.name, input })
      return (answer.ok ? { ok: true, reply: answer.view } : answer) as never
    },
  }
}

/** Returns the reply, or throws an error that names the refusal. */
export function replied<R>(answer: Answer<R>): R {
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.reply
}
/** Returns 'ok', or the refusal's code. */
export const codeOf = (answer: Answer<unknown>): string => (answer.ok ? 'ok' : answer.refusal.code)
