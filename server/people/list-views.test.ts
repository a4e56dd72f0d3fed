import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listViews, maxListViews, removeListView, renameListView, saveListView } from '../../contract/people.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import {
  type BookingWorld,
  bookingWorld,
  done,
  refusedWith,
  type TestPerson,
} from '../reservations/testing/booking-world.ts'
import list from './list-views.ts'
import remove from './remove-list-view.ts'
import rename from './rename-list-view.ts'
import save from './save-list-view.ts'

let database: TestDatabase
let world: BookingWorld
let person: TestPerson
let other: TestPerson
beforeAll(async () => {
  database = await createTestDatabase()
  world = await bookingWorld(database.knex, { handlers: [list, save, rename, remove] })
  person = await world.person()
  other = await world.person()
})
afterAll(() => database.close())

const settings = (state: string) => ({ search: { state, page: 2 }, columns: ['at', 'to'], density: 'compact' as const })
const names = async (who: TestPerson, of: string) =>
  done(await who.ask(listViews, { list: of })).map(({ name }) => name)

describe('saved views of a list', () => {
  it('belong to one person and one list; one of the same name is replaced', async () => {
    const first = done(await person.send(saveListView, { list: 'a', name: ' Zuletzt ', settings: settings('sent') }))
    expect(first).toEqual({ id: first.id, name: 'Zuletzt', settings: settings('sent') })
    done(await person.send(saveListView, { list: 'a', name: 'alle', settings: settings('queued') }))
    const again = done(await person.send(saveListView, { list: 'a', name: 'Zuletzt', settings: settings('failed') }))
    expect(again.id).toBe(first.id)
    expect(done(await person.ask(listViews, { list: 'a' }))).toEqual([
      expect.objectContaining({ name: 'alle' }) as object,
      { id: first.id, name: 'Zuletzt', settings: settings('failed') },
    ])
    expect(await names(person, 'b')).toEqual([])
    expect(await names(other, 'a')).toEqual([])
    expect(refusedWith(await other.send(removeListView, { viewId: first.id }))).toBe('not-found')
    done(await person.send(removeListView, { viewId: first.id }))
    expect(await names(person, 'a')).toEqual(['alle'])
  })

  it('keep filters of several values, as the address has them', async () => {
    const search = { states: ['RESERVED', 'CREATED'], mine: false }
    const kept = { ...settings('sent'), search }
    done(await person.send(saveListView, { list: 'c', name: 'several', settings: kept }))
    expect(done(await person.ask(listViews, { list: 'c' }))).toMatchObject([{ settings: kept }])
  })

  it('are renamed by their owner, to a name that no other view of the list has', async () => {
    const [first, second] = [
      done(await person.send(saveListView, { list: 'd', name: 'One', settings: settings('sent') })),
      done(await person.send(saveListView, { list: 'd', name: 'Two', settings: settings('failed') })),
    ]
    done(await person.send(saveListView, { list: 'e', name: 'Three', settings: settings('sent') }))
    const renamed = done(await person.send(renameListView, { viewId: first.id, name: ' Three ' }))
    expect(renamed).toEqual({ id: first.id, name: 'Three', settings: settings('sent') })
    expect(await names(person, 'd')).toEqual(['Three', 'Two'])
    done(await person.send(renameListView, { viewId: first.id, name: 'Three' }))
    const taken = await person.send(renameListView, { viewId: second.id, name: 'Three' })
    expect(taken).toMatchObject({
      ok: false,
      refusal: { code: 'name-taken', fields: [{ path: 'name', issue: 'name-taken' }] },
    })
    expect(refusedWith(await other.send(renameListView, { viewId: first.id, name: 'Mine' }))).toBe('not-found')
    const empty = await person.send(renameListView, { viewId: second.id, name: '  ' })
    expect(empty).toMatchObject({ refusal: { fields: [{ path: 'name', issue: 'field-not-empty' }] } })
    expect(await names(person, 'd')).toEqual(['Three', 'Two'])
  })

  it('are bounded for each list, also when many are saved at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: maxListViews + 3 }, (_, at) =>
        other.send(saveListView, { list: 'full', name: `View ${at}`, settings: settings('sent') }),
      ),
    )
    expect(answers.filter((answer) => !answer.ok).map(refusedWith)).toEqual(
      Array.from({ length: 3 }, () => 'too-many-views'),
    )
    const [kept] = await names(other, 'full')
    done(await other.send(saveListView, { list: 'full', name: kept ?? '', settings: settings('failed') }))
    expect(await names(other, 'full')).toHaveLength(maxListViews)
  })
})
