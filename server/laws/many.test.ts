import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandDef } from '../../contract/kit.ts'
import type { ManyReply } from '../../contract/many.ts'
import { maxRows } from '../../contract/many.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { commands } from '../../contract/registry.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import type { Kernel } from '../kernel/bus/handlers.ts'
import { registry } from '../registry.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { type ManyLaw, manyLaws } from './testing/many-laws.ts'

type Login = 'rm' | 'admin' | 'foreignRm'
type Values = Readonly<Record<string, unknown>>
type Answer = { ok: true; reply: ManyReply } | { ok: false; refusal: Refusal<string> }
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

async function send(login: Login, { name }: CommandDef, input: object): Promise<Answer> {
  return (await runCommand(context, sessionOf(login), { id: randomUUID(), name, input })) as Answer
}
async function done(login: Login, def: CommandDef, input: object): Promise<ManyReply> {
  const answer = await send(login, def, input)
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.reply
}
async function refused(login: Login, def: CommandDef, input: object): Promise<string> {
  const answer = await send(login, def, input)
  return answer.ok ? 'done' : answer.refusal.code
}

/** What a row holds, as an admin reads it; null when it is gone. */
async function rowOf({ form }: ManyLaw, id: number): Promise<(Values & { version: number }) | null> {
  const name = form.read?.name ?? ''
  const answer = await runQuery(context, sessionOf('admin'), { name, input: { [form.idKey]: id } })
  return answer.ok ? (answer.view as Values & { version: number }) : null
}

async function planted(law: ManyLaw, side: 'own' | 'foreign' = 'own') {
  const id = await law.form.plant(db.knex, world, side)
  return { id, version: (await rowOf(law, id))?.version ?? -1 }
}
const statuses = ({ rows }: ManyReply) => rows.map(({ status }) => status)
const codes = ({ rows }: ManyReply) => rows.map(({ refusal }) => refusal?.code ?? null)

it('has a law for each command that edits or removes several rows', () => {
  const named = manyLaws.flatMap(({ edit, remove }) => [edit.name, remove.name])
  const defined = commands.map(({ name }) => name).filter((name) => /\.(edit|remove)Many$/.test(name))
  expect(named.sort()).toEqual(defined.sort())
})

it('asks no less of the person than the verbs of one row', () => {
  for (const { form, edit, remove } of manyLaws) {
    expect(edit.access).toEqual(form.edit?.def.access)
    expect(remove.access).toEqual(form.remove?.def.access)
  }
})

describe.each(manyLaws)('several $form.entity', (law) => {
  const { edit, remove, form } = law
  const [first] = form.editors ?? ['rm', 'admin']
  const remover = form.remove?.adminsOnly ? 'admin' : first

  it('are previewed without a change, then changed as the preview says [ADM-20]', async () => {
    const rows = [await planted(law), await planted(law)]
    const before = await Promise.all(rows.map(({ id }) => rowOf(law, id)))
    const input = { rows, set: await law.set(world, db.knex), world: null }
    const preview = await done(first, edit, input)
    expect(preview.applied).toBe(false)
    expect(statuses(preview)).toEqual(['changed', 'changed'])
    expect(await Promise.all(rows.map(({ id }) => rowOf(law, id)))).toEqual(before)

    const applied = await done(first, edit, { ...input, world: preview.world })
    expect(applied).toEqual({ ...preview, applied: true })
    const now = await Promise.all(rows.map(({ id }) => rowOf(law, id)))
    for (const [at, row] of now.entries()) expect(row?.version).toBeGreaterThan(rows[at]?.version ?? 0)

    // Once more it changes nothing, and draws no version.
    const current = rows.map(({ id }, at) => ({ id, version: now[at]?.version ?? 0 }))
    const again = await done(first, edit, { ...input, rows: current })
    expect(statuses(again)).toEqual(['unchanged', 'unchanged'])
    await done(first, edit, { ...input, rows: current, world: again.world })
    expect(await Promise.all(rows.map(({ id }) => rowOf(law, id)))).toEqual(now)
  })

  it('are all changed or none: an outdated row is named, and left out only on request', async () => {
    const [good, stale] = [await planted(law), await planted(law)]
    const input = {
      rows: [good, { ...stale, version: stale.version + 1_000_000 }],
      set: await law.set(world, db.knex),
      world: null,
    }
    const preview = await done(first, edit, input)
    expect(codes(preview)).toEqual([null, 'changed-meanwhile'])
    expect(preview.rows[1]?.version).toBe(stale.version)
    const before = await rowOf(law, good.id)
    expect(await refused(first, edit, { ...input, world: preview.world })).toBe('rows-refused')
    expect(await rowOf(law, good.id)).toEqual(before)

    const applied = await done(first, edit, { ...input, world: preview.world, skipRefused: true })
    expect(statuses(applied)).toEqual(['changed', 'refused'])
    expect((await rowOf(law, good.id))?.version).toBeGreaterThan(good.version)
    expect((await rowOf(law, stale.id))?.version).toBe(stale.version)
  })

  it('are not changed when the preview no longer holds', async () => {
    const row = await planted(law)
    const input = { rows: [row], set: await law.set(world, db.knex), world: null }
    const { world: seen } = await done(first, edit, input)
    const other = await done(first, edit, input)
    await done(first, edit, { ...input, world: other.world })
    const changed = await rowOf(law, row.id)
    expect(await refused(first, edit, { ...input, world: seen })).toBe('world-moved')
    expect(await rowOf(law, row.id)).toEqual(changed)
  })

  it('are removed as the preview says, and only then [ADM-24]', async () => {
    const rows = [await planted(law), await planted(law)]
    const preview = await done(remover, remove, { rows, world: null })
    expect(statuses(preview)).toEqual(['removed', 'removed'])
    for (const { id } of rows) expect(await rowOf(law, id)).not.toBeNull()
    expect(await done(remover, remove, { rows, world: preview.world })).toEqual({ ...preview, applied: true })
    for (const { id } of rows) expect(await rowOf(law, id)).toBeNull()
    expect(codes(await done(remover, remove, { rows, world: null }))).toEqual(['not-found', 'not-found'])
  })

  const { depend } = form.remove ?? {}
  if (depend)
    it('are removed all or none: what depends on one is named with it', async () => {
      const [free, used] = [await planted(law), await planted(law)]
      const dependant = await depend(db.knex, world, used.id)
      const rows = [free, { id: used.id, version: (await rowOf(law, used.id))?.version ?? 0 }]
      const preview = await done(remover, remove, { rows, world: null })
      expect(statuses(preview)).toEqual(['removed', 'refused'])
      const named = preview.rows[1]?.refusal?.dependants?.find(({ kind }) => kind === dependant.kind)
      expect(named).toMatchObject({ count: 1, first: [{ name: dependant.name }] })
      expect(await refused(remover, remove, { rows, world: preview.world })).toBe('rows-refused')
      expect(await rowOf(law, free.id)).not.toBeNull()
      await done(remover, remove, { rows, world: preview.world, skipRefused: true })
      expect([await rowOf(law, free.id), (await rowOf(law, used.id)) !== null]).toEqual([null, true])
    })

  if (form.scoped)
    it('are not found where they are foreign, as if they were not there [ADM-23]', async () => {
      const { id, version } = await planted(law)
      const before = await rowOf(law, id)
      const absent = 2_000_000_000
      const verbs: readonly (readonly [CommandDef, object])[] = [
        [edit, { set: await law.set(world, db.knex) }],
        ...(form.remove?.adminsOnly ? [] : [[remove, {}] as const]),
      ]
      for (const [def, more] of verbs) {
        const rows = [
          { id, version },
          { id: absent, version },
        ]
        const preview = await done('foreignRm', def, { rows, world: null, ...more })
        expect(codes(preview)).toEqual(['not-found', 'not-found'])
        expect({ ...preview.rows[0], id: 0 }).toEqual({ ...preview.rows[1], id: 0 })
        await done('foreignRm', def, { rows, world: preview.world, skipRefused: true, ...more })
      }
      expect(await rowOf(law, id)).toEqual(before)
    })
})

it('no more rows than the limit, each once, and at least one field', async () => {
  const [{ edit }] = manyLaws as [ManyLaw]
  const set = { monitoring: true }
  const rows = Array.from({ length: maxRows + 1 }, (_, at) => ({ id: at + 1, version: 1 }))
  expect(await refused('rm', edit, { rows, set, world: null })).toBe('bad-input')
  expect(await refused('rm', edit, { rows: [rows[0], rows[0]], set, world: null })).toBe('bad-input')
  expect(await refused('rm', edit, { rows: [rows[0]], set: {}, world: null })).toBe('bad-input')
  expect(await refused('rm', edit, { rows: [], set, world: null })).toBe('bad-input')
})
