import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bin, list, of, putBack, undo } from '../../contract/history.ts'
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

type Login = 'rm' | 'admin' | 'foreignRm'
let db: TestDatabase
let world: World
let context: Kernel
const sessions = new Map<Login, Buffer>()

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  context = testContext(db.knex, registry())
  for (const login of ['rm', 'admin', 'foreignRm'] as const)
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

async function asked(login: Login, { name }: { name: string }, input: object): Promise<Record<string, unknown>> {
  const answer = await runQuery(context, sessionOf(login), { name, input })
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.view as Record<string, unknown>
}

/** Sends a command that must be refused; returns the code. */
async function refusedBy(login: Login, { name }: { name: string }, input: object): Promise<string> {
  const answer = await runCommand(context, sessionOf(login), { id: randomUUID(), name, input })
  return answer.ok ? 'not refused' : answer.refusal.code
}

const withoutVersion = ({ version: _, modifiedAt: __, modifiedBy: ___, ...row }: Record<string, unknown>) => row

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

  if (law.edit)
    it('takes an edit back, once, and a later one keeps what it did [PREV-1]', async () => {
      const id = await law.plant(db.knex, world, 'own')
      const before = await read(law, id)
      const { edit } = law
      const change = async (text: string) => {
        const seen = await read(law, id)
        return done(first, edit?.def ?? { name: '' }, {
          ...edit?.input(seen, text),
          [law.idKey]: id,
          version: seen['version'],
        })
      }
      const cause = await change('Changed')
      const later = await change('Later')
      expect(await refusedBy(first, undo, { cause })).toBe('changed-meanwhile')
      await done(first, undo, { cause: later })
      await done(first, undo, { cause })
      expect(withoutVersion(await read(law, id))).toEqual(withoutVersion(before))
      expect(await refusedBy('foreignRm', undo, { cause })).toBe('not-found')
    })

  if (law.remove)
    it('puts a removed row back as it was; a foreign manager sees none of it [PREV-1] [ADM-23]', async () => {
      const id = await law.plant(db.knex, world, 'own')
      const before = await read(law, id)
      const cause = await done(first, law.remove?.def ?? { name: '' }, { [law.idKey]: id, version: before['version'] })
      const lead = (await leads(cause)).find(({ operation }) => operation === 'remove')
      const inBin = async (login: Login) =>
        ((await asked(login, bin, { pageSize: 100 }))['rows'] as { id: number }[]).some((row) => row.id === lead?.id)
      expect(await inBin(first)).toBe(true)
      expect(await inBin('foreignRm')).toBe(false)
      const listed = await asked('foreignRm', list, { pageSize: 100 })
      expect((listed['rows'] as { cause: string }[]).filter((row) => row.cause === cause)).toEqual([])
      expect(await asked('foreignRm', of, { entity: lead?.entity, id })).toMatchObject({ changes: [] })
      expect(await refusedBy('foreignRm', putBack, { id: lead?.id })).toBe('not-found')
      await done(first, putBack, { id: lead?.id })
      expect(withoutVersion(await read(law, id))).toEqual(withoutVersion(before))
      expect(await inBin(first)).toBe(false)
      expect(await refusedBy(first, putBack, { id: lead?.id })).toBe('not-found')
      const { changes } = (await asked(first, of, { entity: lead?.entity, id })) as { changes: { operation: string }[] }
      expect(changes.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['restore', 'remove']))
    })
})
