import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RowHistory } from '../../db/models/history.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { registry } from '../registry.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import type { FormLaw } from './testing/form-law.ts'
import { formLaws } from './testing/form-laws.ts'

/** Maintenance periods have a history of their own. */
const laws = formLaws.filter(({ entity }) => entity !== 'maintenance periods')

type Login = 'rm' | 'admin'
let db: TestDatabase
let world: World
let context: Kernel
const sessions = new Map<Login, Buffer>()

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  context = testContext(db.knex, registry())
  for (const login of ['rm', 'admin'] as const)
    sessions.set(login, await openSession(db.knex, world.users[login].id, login === 'admin' ? 'admin' : 'portal'))
})
afterAll(() => db.close())

const sessionOf = (login: Login) => sessions.get(login) ?? Buffer.alloc(0)

/** Runs a command that must not be refused; returns its cause in the history. */
async function done(login: Login, { name }: { name: string }, input: object): Promise<string> {
  const id = randomUUID()
  const answer = await runCommand(context, sessionOf(login), { id, name, input })
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return `user:${world.users[login].id} ${id}`
}

async function read(law: FormLaw, id: number): Promise<Record<string, unknown>> {
  const { name } = law.read ?? { name: '' }
  const answer = await runQuery(context, sessionOf('admin'), { name, input: { [law.idKey]: id } })
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.view as Record<string, unknown>
}

const leads = (cause: string) => RowHistory.query(db.knex).where({ cause, leads: true })

describe.each(laws)('the history of $entity', (law) => {
  const [first] = law.editors ?? ['rm', 'admin']

  it('tells who edited and who removed a row, and by which command [ADM-20]', async () => {
    const id = await law.plant(db.knex, world, 'own')
    if (law.edit) {
      const seen = await read(law, id)
      const input = { ...law.edit.input(seen, 'Changed'), [law.idKey]: id, version: seen['version'] }
      const told = await leads(await done(first, law.edit.def, input))
      expect(told).toMatchObject([{ rowId: id, operation: 'edit', userId: world.users[first].id }])
      expect(JSON.stringify(told[0]?.after)).toContain('Changed')
    }
    if (law.remove) {
      const { version } = await read(law, id)
      const told = await leads(await done(first, law.remove.def, { [law.idKey]: id, version }))
      const [own] = told.filter(({ operation }) => operation === 'remove')
      expect(own).toMatchObject({ rowId: id, userId: world.users[first].id })
      if (law.scoped) expect(own?.zoneIds).toEqual([own?.entity === 'zone' ? id : world.own.id])
    }
  })
})
