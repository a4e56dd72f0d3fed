import type { Knex } from 'knex'
import type * as z from 'zod'
import type { CommandDef, QueryDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import { registry } from '../registry.ts'
import { openSession, testContext } from './context.ts'
import type { World } from './world.ts'

export type Login = keyof World['users']
type Answer<D extends CommandDef> = { ok: true; reply: z.output<D['reply']> } | { ok: false; refusal: Refusal }

let commands = 0

/** Calls of the people of a world, as the socket makes them. */
export function busCalls(knex: Knex, world: World) {
  const context = testContext(knex, registry())
  const session = (login: Login) => openSession(knex, world.users[login].id, login === 'admin' ? 'admin' : 'portal')
  async function send<D extends CommandDef>(login: Login, def: D, input: z.input<D['input']>): Promise<Answer<D>> {
    commands += 1
    const id = `00000000-0000-4000-8000-${String(commands).padStart(12, '0')}`
    return (await runCommand(context, await session(login), { id, name: def.name, input })) as Answer<D>
  }
  return {
    send,
    /** Runs a command that must not be refused. */
    async done<D extends CommandDef>(login: Login, def: D, input: z.input<D['input']>): Promise<z.output<D['reply']>> {
      const answer = await send(login, def, input)
      if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
      return answer.reply
    },
    /** Runs a command that must be refused. */
    async refused<D extends CommandDef>(login: Login, def: D, input: z.input<D['input']>): Promise<Refusal> {
      const answer = await send(login, def, input)
      if (answer.ok) throw new Error('not refused')
      return answer.refusal
    },
    async ask<D extends QueryDef>(login: Login, def: D, input: z.input<D['input']>): Promise<z.output<D['reply']>> {
      const answer = await runQuery(context, await session(login), { name: def.name, input })
      if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
      return answer.view as z.output<D['reply']>
    },
  }
}

/** A refusal in short: its code, then each field with its issue. */
export const inShort = ({ code, fields = [] }: Refusal): string[] => [
  code,
  ...fields.map(({ path, issue }) => `${path} ${issue}`),
]
