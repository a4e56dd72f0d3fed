import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { commands } from '../../contract/registry.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { registry } from '../registry.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import type { FormLaw } from './testing/form-law.ts'
import { formLaws as laws } from './testing/form-laws.ts'

type Login = 'rm' | 'admin' | 'foreignRm'
type Values = Readonly<Record<string, unknown>>
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

/** Sends a command; returns its refusal, null when it was carried out. */
async function send(login: Login, { name }: CommandDef, input: Values): Promise<Refusal<string> | null> {
  const answer = await runCommand(context, sessionOf(login), { id: randomUUID(), name, input })
  return answer.ok ? null : answer.refusal
}

async function ask(login: Login, law: FormLaw, id: number): Promise<Values | Refusal<string>> {
  const { name } = law.read ?? { name: '' }
  const answer = await runQuery(context, sessionOf(login), { name, input: { [law.idKey]: id } })
  return answer.ok ? (answer.view as Values) : answer.refusal
}

/** What the row holds, whoever may read it. */
const rowOf = async (law: FormLaw, id: number) => (await ask('admin', law, id)) as Values & { version: number }

const exists = async (law: FormLaw, id: number) => (await rowOf(law, id))['id'] === id

it('has a law for each command that edits or removes a row; a stay, an identity provider and a picture have tests of their own', () => {
  const named = laws.flatMap(({ edit, remove }) => [edit?.def.name ?? [], remove?.def.name ?? []].flat())
  const defined = commands.map(({ name }) => name).filter((name) => /\.(edit|remove)$/.test(name))
  expect([...named, 'reservations.edit', 'identityProviders.remove', 'media.remove'].sort()).toEqual(defined.sort())
})

describe.each(laws)('the form of $entity', (law) => {
  const { edit, read, remove, editors: [first, second] = ['rm', 'admin'] } = law
  const plant = () => law.plant(db.knex, world, 'own')
  const editInput = (id: number, view: Values, text: string) => ({
    ...edit?.input(view, text),
    [law.idKey]: id,
    version: view['version'],
  })

  if (edit) {
    it('with an outdated version changes nothing, and is told what the row holds now and by whom', async () => {
      const id = await plant()
      const seen = await rowOf(law, id)
      expect(await send(first, edit.def, editInput(id, seen, 'Theirs'))).toBeNull()
      const theirs = await rowOf(law, id)
      const mine = editInput(id, seen, 'Mine')
      const refusal = await send(second, edit.def, mine)
      expect(refusal).toMatchObject({ code: 'changed-meanwhile', params: { by: `Test ${first}` } })
      expect(await rowOf(law, id)).toEqual(theirs)
      // Theirs comes in the shape of mine, so that a form shows both and saves either.
      const current = refusal?.current
      expect(current?.version).toBe(theirs.version)
      expect(edit.text(current?.values ?? {})).toBe('Theirs')
      const both = { ...mine, ...current?.values, version: theirs.version }
      expect(Object.keys(both).sort()).toEqual(Object.keys(mine).sort())
      expect(await send(second, edit.def, both)).toBeNull()
      expect(edit.text(await rowOf(law, id))).toBe('Theirs')
    })

    it('of two editors at once one wins', async () => {
      const id = await plant()
      const seen = await rowOf(law, id)
      const ends = await Promise.all([
        send(first, edit.def, editInput(id, seen, 'First')),
        send(second, edit.def, editInput(id, seen, 'Second')),
      ])
      expect(ends.map((refusal) => refusal?.code ?? 'saved').sort()).toEqual(['changed-meanwhile', 'saved'])
      expect(edit.text(await rowOf(law, id))).toBe(ends[0] === null ? 'First' : 'Second')
    })

    if (remove)
      it('does not delete what was changed meanwhile', async () => {
        const id = await plant()
        const seen = await rowOf(law, id)
        expect(await send(first, edit.def, editInput(id, seen, 'Theirs'))).toBeNull()
        const refusal = await send(second, remove.def, { [law.idKey]: id, version: seen.version })
        expect(refusal).toMatchObject({ code: 'changed-meanwhile', params: { by: `Test ${first}` } })
        expect(await exists(law, id)).toBe(true)
      })
  }

  if (remove?.depend)
    it('does not delete what is in use, and names what depends on it', async () => {
      const id = await plant()
      const dependant = await remove.depend?.(db.knex, world, id)
      const input = { [law.idKey]: id, version: (await rowOf(law, id)).version }
      const refusal = await send(first, remove.def, input)
      expect(refusal?.code).toBe('in-use')
      const named = refusal?.dependants?.find(({ kind }) => kind === dependant?.kind)
      expect(named).toMatchObject({ count: 1, first: [{ name: dependant?.name }] })
      expect(await exists(law, id)).toBe(true)
    })

  if (remove)
    it('deletes once', async () => {
      const id = await plant()
      const input = { [law.idKey]: id, ...(read ? { version: (await rowOf(law, id)).version } : {}) }
      expect(await send(first, remove.def, input)).toBeNull()
      expect((await send(first, remove.def, input))?.code).toBe('not-found')
    })

  if (law.scoped)
    it('of a foreign row is not found by any verb, as if it were not there [ADM-23]', async () => {
      const id = await plant()
      const absent = 2_000_000_000
      const version = read ? (await rowOf(law, id)).version : undefined
      const before = read ? await rowOf(law, id) : null
      const tries: ((id: number) => Promise<unknown>)[] = []
      if (read) tries.push((each) => ask('foreignRm', law, each))
      if (edit && before) tries.push((each) => send('foreignRm', edit.def, editInput(each, before, 'Stranger')))
      if (remove && !remove.adminsOnly)
        tries.push((each) => send('foreignRm', remove.def, { [law.idKey]: each, ...(read ? { version } : {}) }))
      for (const attempt of tries) {
        const refusal = await attempt(id)
        expect(refusal).toMatchObject({ code: 'not-found' })
        expect(refusal).toEqual(await attempt(absent))
      }
      if (read) expect(await rowOf(law, id)).toEqual(before)
      else if (remove) expect(await send(first, remove.def, { [law.idKey]: id })).toBeNull()
    })

  if (law.scoped && first === 'rm' && (edit || remove))
    it('is not there any more for a manager whose zones were taken away [ADM-23]', async () => {
      const id = await plant()
      const before = read ? await rowOf(law, id) : null
      const zones = db.knex('user_zones').where({ user_id: world.users.rm.id })
      const taken = await zones.clone()
      await zones.clone().delete()
      const version = before ? { version: before.version } : {}
      const codes: unknown[] = []
      if (edit && before) codes.push((await send('rm', edit.def, editInput(id, before, 'Late')))?.code)
      if (remove && !remove.adminsOnly)
        codes.push((await send('rm', remove.def, { [law.idKey]: id, ...version }))?.code)
      expect(new Set(codes)).toEqual(new Set(['not-found']))
      await db.knex('user_zones').insert(taken)
      expect(read ? await rowOf(law, id) : null).toEqual(before)
    })
})
