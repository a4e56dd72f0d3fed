import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '../../contract/csv.ts'
import { type ImportEntity, importEntities, run } from '../../contract/imports.ts'
import { type Language, languages } from '../../contract/session.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { loadActorOfJob } from '../kernel/bus/actor.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { importables } from './entities.ts'
import { exportRows, headsIn } from './export-rows.ts'
import { fieldsOf, matchHeads } from './heads.ts'
import { importing } from './testing/imports.ts'

let db: TestDatabase
let world: World
let imports: ReturnType<typeof importing>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  imports = importing(db.knex, world)
})
afterAll(() => db.close())

/** Rows of each entity, as a file of new ones. */
const files = (): Record<ImportEntity, string> => {
  const { own } = world
  const [device] = own.gateway.devices
  return {
    sites: `Name;zones\n=Site;${own.id}`,
    locations: 'Name;Stadt;latitude;longitude\nHafen;Köln;50,9;6,9',
    gateways: `Name;hardwareId;Site\nNew gateway;gw-new;${own.siteId}`,
    devices: `Name;hardwareId;gateway;site;deviceType\n-Box;new-1;${own.gateway.id};${own.siteId};${device?.typeId}`,
    barriers: `description;pathNumber;type;site;device\nEntry;4711;entrance;${own.siteId};${device?.id}`,
    events: `Name;zone;startsOn\nAlways;${own.id};27.11.2026`,
    codes: `Name;zone\nSesame;${own.id}`,
    users: `email;zones\nnew@world.example;${own.id}`,
  }
}

async function exported(entity: ImportEntity, language: Language): Promise<string> {
  const importable = importables[entity]
  return db.knex.transaction(async (trx) => {
    const loaded = await loadActorOfJob(trx, world.users.admin.id, 'admin')
    if (!loaded) throw new Error('no admin')
    const lines = [csvLine(headsIn(importable, language), ';')]
    for await (const row of exportRows({ context: imports.context, trx, ...loaded, importable }))
      lines.push(csvLine(row, ';'))
    return lines.join('')
  })
}

describe.each(importEntities)('a file of %s [IMP-1]', (entity) => {
  it('is imported as new rows', async () => {
    await db.knex('zones').where({ id: world.own.id }).update({ private: true })
    const id = await imports.upload('admin', entity, files()[entity])
    expect(await imports.outcome('admin', id)).toEqual(['2 new'])
    await imports.done('admin', run, { importId: id })
    await imports.work(id)
    expect(await imports.view(id)).toMatchObject({ state: 'done', counts: { new: 1 } })
  })

  it.each(languages)('is exported with heads that the import knows, and changes nothing: %s', async (language) => {
    const id = await imports.upload('admin', entity, await exported(entity, language))
    const { state, problem, counts, total } = await imports.view(id)
    expect({ state, problem, counts }).toEqual({
      state: 'checked',
      problem: null,
      counts: { new: 0, changed: 0, same: total, wrong: 0 },
    })
    expect(total).toBeGreaterThan(0)
  })

  it('has a head of its own for each column, in every language', () => {
    for (const language of languages)
      expect(matchHeads(importables[entity], headsIn(importables[entity], language))).toEqual(
        fieldsOf(importables[entity]),
      )
  })
})

it('people are invited by mail: nobody gets a password from a file [IMP-1]', async () => {
  const invited = await many<{ recipient: string }>(db.knex, `select recipient from messages where recipient = ?`, [
    'new@world.example',
  ])
  expect(invited.length).toBe(1)
  expect(await many(db.knex, 'select 1 from users where email = ?', ['new@world.example'])).toEqual([])
})
