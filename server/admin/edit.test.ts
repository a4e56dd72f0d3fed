import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Code, Event, Tariff, TariffStage } from '../../db/models/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantSite, plantUser } from '../../db/testing/fixtures.ts'
import { Refused, refuser } from '../kernel/bus/refuse.ts'
import { refuseDependants } from './dependants.ts'
import { lockVersion } from './lock-version.ts'
import { translateConstraints } from './translate-constraints.ts'

let db: TestDatabase
let tenantId: number
let zoneId: number
let tariffId: number
let editor: number
beforeAll(async () => {
  db = await createTestDatabase()
  ;({ tenantId, zoneId } = await plantSite(db.knex))
  editor = await plantUser(db.knex, 'editor', 'Admin')
})
afterAll(() => db.close())
beforeEach(async () => {
  tariffId = await insert(db.knex, 'tariffs', { tenant_id: tenantId, name: 'Short stay', modified_by: editor })
})

const refuse = refuser<'not-found' | 'changed-meanwhile' | 'in-use' | 'code-exists' | 'field-greater'>()
const versionOf = async () => (await Tariff.query(db.knex).findById(tariffId))?.version ?? 0

/** Renames the tariff as an edit handler does; returns the refusal, or null. */
async function rename(name: string, seen: number) {
  return refusalOf(
    db.knex.transaction(async (trx) => {
      const row = Tariff.query(trx).findById(tariffId)
      const kept = await lockVersion(trx, refuse, { row, seen, current: (now) => ({ name: now.name }) })
      await kept.$query(trx).patch({ name })
    }),
  )
}

async function refusalOf(work: Promise<unknown>) {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

it('an edit with the version that the row has is kept, and draws a new version', async () => {
  const seen = await versionOf()
  expect(await rename('Long stay', seen)).toBeNull()
  expect(await versionOf()).toBeGreaterThan(seen)
})

it('an edit with an older version is refused with what the row holds now and by whom, and changes nothing', async () => {
  const seen = await versionOf()
  await rename('Theirs', seen)
  expect(await rename('Mine', seen)).toEqual({
    code: 'changed-meanwhile',
    params: { by: 'editor' },
    current: { version: await versionOf(), values: { name: 'Theirs' } },
  })
  expect((await Tariff.query(db.knex).findById(tariffId))?.name).toBe('Theirs')
})

it('of two editors at once one wins', async () => {
  const seen = await versionOf()
  const ends = await Promise.all([rename('First', seen), rename('Second', seen)])
  expect(ends.map((refusal) => refusal?.code ?? 'kept').sort()).toEqual(['changed-meanwhile', 'kept'])
})

it('a row that is not there is not found', async () => {
  tariffId = 999_999
  expect(await rename('Nothing', 0)).toEqual({ code: 'not-found' })
})

it('a violated constraint becomes a refusal on its field, also one that is checked at the commit', async () => {
  const code = { name: 'SUMMER', tenantId, zoneId, createdBy: editor, modifiedBy: editor }
  await Code.query(db.knex).insert(code)
  const meanings = { codes_name_unique: { code: 'code-exists', field: 'name' } } as const
  const twice = db.knex.transaction((trx) =>
    translateConstraints(trx, refuse, meanings, () => Code.query(trx).insert(code)),
  )
  expect(await refusalOf(twice)).toEqual({ code: 'code-exists', fields: [{ path: 'name', issue: 'code-exists' }] })

  const stages = [
    { tariffId, untilMinutes: 60, priceCents: 200 },
    { tariffId, untilMinutes: 120, priceCents: 100 },
  ]
  const descending = db.knex.transaction((trx) =>
    translateConstraints(trx, refuse, { tariff_stages_ascend: { code: 'field-greater', field: 'stages' } }, () =>
      TariffStage.query(trx).insert(stages),
    ),
  )
  expect(await refusalOf(descending)).toMatchObject({ fields: [{ path: 'stages', issue: 'field-greater' }] })
})

it('a constraint of another meaning stays what it is', async () => {
  const nameless = db.knex.transaction((trx) =>
    translateConstraints(trx, refuse, {}, () => Tariff.query(trx).insert({ tenantId, name: '' })),
  )
  await expect(nameless).rejects.toMatchObject({ code: '23514' })
})

it('a removal names what hangs on the row, a few of each kind, and how many there are', async () => {
  for (let each = 1; each <= 7; each += 1)
    await insert(db.knex, 'events', {
      zone_id: zoneId,
      name: `Event ${each}`,
      starts_on: '2026-01-01',
      tariff_id: tariffId,
    })
  const removal = db.knex.transaction((trx) =>
    refuseDependants(refuse, [
      { kind: 'event', rows: Event.query(trx).where('tariff_id', tariffId) },
      { kind: 'code', rows: Code.query(trx).where('zone_id', -1) },
    ]),
  )
  const refusal = await refusalOf(removal)
  expect(refusal).toMatchObject({ code: 'in-use', dependants: [{ kind: 'event', count: 7 }] })
  expect(refusal?.dependants?.[0]?.first.map(({ name }) => name)).toEqual(
    [1, 2, 3, 4, 5].map((each) => `Event ${each}`),
  )
})

it('a row on which nothing hangs may go', async () => {
  const nothing = db.knex.transaction((trx) =>
    refuseDependants(refuse, [{ kind: 'event', rows: Event.query(trx).where('tariff_id', tariffId) }]),
  )
  expect(await refusalOf(nothing)).toBeNull()
})
