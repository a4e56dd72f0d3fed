import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cancel, run } from '../../contract/imports.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { importing } from './testing/imports.ts'

let db: TestDatabase
let world: World
let imports: ReturnType<typeof importing>
let type: string
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  imports = importing(db.knex, world)
  const typeId = world.own.gateway.devices[0]?.typeId ?? 0
  type = (await one<{ name: string }>(db.knex, 'select display_name as name from device_types where id = ?', [typeId]))
    .name
})
afterAll(() => db.close())

let made = 0
beforeEach(() => {
  made += 1
})

const head = 'Name;Hardware-ID;gateway;Site;deviceType;Wegnummer;Überwachung'
const lineOf = (name: string, hardwareId: string, rest = '1;ja', site: string | number = world.own.siteId) =>
  [name, hardwareId, world.own.gateway.hardwareId, site, type, rest].join(';')
const fileOf = (...lines: string[]) => [head, ...lines].join('\n')
const devicesNow = () =>
  many<{ hardware_id: string; name: string }>(db.knex, 'select hardware_id, name, version from devices order by id')
const named = async (hardwareId: string) =>
  (await devicesNow()).filter((each) => each.hardware_id === hardwareId).map(({ name }) => name)
const known = () => world.own.gateway.devices[0] as { id: number; hardwareId: string }

describe('the rehearsal of an import [IMP-1]', () => {
  it('shows what would happen to each row, with all errors, and changes nothing', async () => {
    const before = await devicesNow()
    const id = await imports.upload(
      'admin',
      'devices',
      fileOf(
        lineOf('Box 1', 'i-1'),
        lineOf('Renamed', known().hardwareId, ';'),
        lineOf('', 'i-2', 'many;maybe', 'Nowhere'),
        lineOf('Box 3', 'I-1', '1,5;nein'),
        lineOf('Box 4', '1,2E+16'),
        lineOf('Box 5', 'i-5', '1;ja;beyond'),
      ),
    )
    expect(await imports.view(id)).toMatchObject({
      state: 'checked',
      total: 6,
      processed: 6,
      counts: { new: 1, changed: 1, same: 0, wrong: 4 },
    })
    expect(await imports.outcome('admin', id)).toEqual([
      '2 new',
      expect.stringMatching(/^3 changed, name: .* → Renamed$/),
      '4 wrong, siteId import-reference-unknown, pathNumber field-number, monitoring import-yes-no, name field-required',
      '5 wrong, import-row-twice, pathNumber field-integer',
      '6 wrong, hardwareId import-digits-lost',
      '7 wrong, import-cells-beyond',
    ])
    expect(await devicesNow()).toEqual(before)
    expect((await imports.refused('admin', run, { importId: id })).code).toBe('import-has-errors')
  })

  it('finds composed and decomposed letters to be the same row', async () => {
    const id = await imports.upload(
      'admin',
      'devices',
      fileOf(lineOf('A', 'Süd-1'), lineOf('B', 'Süd-1'.normalize('NFD'))),
    )
    expect(await imports.outcome('admin', id)).toEqual(['2 new', '3 wrong, import-row-twice'])
  })

  it('names what is ambiguous, and takes its id', async () => {
    await db.knex('sites').insert([
      { name: 'Twin', full_name: null },
      { name: 'twin', full_name: null },
    ])
    const id = await imports.upload('admin', 'devices', fileOf(lineOf('A', 't-1', '1;ja', 'Twin')))
    expect(await imports.outcome('admin', id)).toEqual(['2 wrong, siteId import-reference-ambiguous'])
  })

  it.each([
    ['an unknown head', 'Name;Colour\na;b', 'import-head-unknown'],
    ['a head twice, in two languages', 'Name;gateway;hardwareId;Hardware-ID\na;b;c;d', 'import-head-twice'],
    ['no head that identifies a row', 'Name;Site\na;b', 'import-head-missing'],
    ['no rows', 'Name;gateway;hardwareId\n', 'import-empty'],
  ])('refuses a file with %s', async (_case, file, code) => {
    const id = await imports.upload('admin', 'devices', file)
    expect(await imports.view(id)).toMatchObject({ state: 'failed', problem: { refusal: code } })
  })

  it('obeys the rights of the person: managers change what lies in their zones, and add no devices [ADM-23]', async () => {
    const mine = fileOf(lineOf('Mine', known().hardwareId, ';'), lineOf('New', 'rm-1'))
    const id = await imports.upload('rm', 'devices', mine)
    expect(await imports.outcome('rm', id)).toEqual([
      expect.stringMatching(/^2 changed/),
      '3 wrong, import-not-allowed',
    ])
    const foreign = world.foreign.gateway.devices[0]
    const theirs = await imports.upload('rm', 'devices', `id;name\n${foreign?.id};Taken`)
    expect(await imports.outcome('rm', theirs)).toEqual(['2 wrong, id field-not-found'])
  })
})

describe('an import [IMP-1]', () => {
  it('writes all rows in one transaction, once, and says what it did', async () => {
    const hardwareId = `run-${made}`
    const id = await imports.upload(
      'admin',
      'devices',
      fileOf(lineOf('Box', hardwareId), lineOf('Named', known().hardwareId)),
    )
    await imports.done('admin', run, { importId: id })
    await imports.work(id)
    await imports.work(id)
    expect(await imports.view(id)).toMatchObject({ state: 'done', counts: { new: 1, changed: 1, same: 0, wrong: 0 } })
    expect(await named(hardwareId)).toEqual(['Box'])
    const again = await imports.upload('admin', 'devices', fileOf(lineOf('Box', hardwareId)))
    expect(await imports.outcome('admin', again)).toEqual(['2 same'])
  })

  it('imports nothing if a row has changed since the rehearsal, and shows the new state', async () => {
    const hardwareId = `moved-${made}`
    const id = await imports.upload(
      'admin',
      'devices',
      fileOf(lineOf('Box', hardwareId), lineOf('Other', known().hardwareId)),
    )
    await db.knex('devices').where({ id: known().id }).update({ comment: 'Somebody was here' })
    await imports.done('admin', run, { importId: id })
    await imports.work(id)
    expect(await imports.view(id)).toMatchObject({ state: 'checked', problem: { refusal: 'import-world-moved' } })
    expect(await named(hardwareId)).toEqual([])
    await imports.done('admin', run, { importId: id })
    await imports.work(id)
    expect(await named(hardwareId)).toEqual(['Box'])
  })

  it('is canceled before its commit, and leaves nothing', async () => {
    const hardwareId = `canceled-${made}`
    const id = await imports.upload('admin', 'devices', fileOf(lineOf('Box', hardwareId)))
    await imports.done('admin', run, { importId: id })
    await imports.done('admin', cancel, { importId: id })
    await imports.work(id)
    expect(await imports.view(id)).toMatchObject({ state: 'canceled' })
    expect(await named(hardwareId)).toEqual([])
    expect((await imports.refused('admin', run, { importId: id })).code).toBe('import-not-ready')
  })

  it('continues after a crash while the file was read: each row is stored once', async () => {
    const id = await imports.upload('admin', 'devices', fileOf(lineOf('Box', `crash-${made}`)))
    await db
      .knex('imports')
      .where({ id })
      .update({ state: 'reading', content: Buffer.from(fileOf(lineOf('Box', `crash-${made}`))) })
    await imports.work(id)
    expect(await imports.view(id)).toMatchObject({ state: 'checked', total: 1, counts: { new: 1 } })
  })
})
