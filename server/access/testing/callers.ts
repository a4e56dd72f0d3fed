import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { runCommand, runQuery } from '../../kernel/bus/dispatch.ts'
import type { CommandHandler, QueryHandler } from '../../kernel/bus/handle.ts'
import type { Kernel } from '../../kernel/bus/handlers.ts'
import { openSession, testContext } from '../../testing/context.ts'

/** Calls handlers as a user, through the bus. Returns the reply or view, or the refusal's code. */
export function callers(knex: Knex, handlers: { commands: CommandHandler[]; queries: QueryHandler[] }) {
  const fresh = (): Kernel =>
    testContext(knex, {
      commands: new Map(handlers.commands.map((each) => [each.def.name, each])),
      queries: new Map(handlers.queries.map((each) => [each.def.name, each])),
      watches: new Map(),
    })
  return {
    // Rate limits are not under test: every call goes to a fresh process.
    async send(userId: number, handler: CommandHandler, input: object): Promise<unknown> {
      const answer = await runCommand(fresh(), await openSession(knex, userId), {
        id: randomUUID(),
        name: handler.def.name,
        input,
      })
      return answer.ok ? answer.reply : answer.refusal.code
    },
    async ask(userId: number, handler: QueryHandler, input: object): Promise<unknown> {
      const answer = await runQuery(fresh(), await openSession(knex, userId), { name: handler.def.name, input })
      return answer.ok ? answer.view : answer.refusal.code
    },
  }
}
