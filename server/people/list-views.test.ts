import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listViews, maxListViews, removeListView, saveListView } from '../../contract/people.ts'
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
import save from './save-list-view.ts'

let database: TestDatabase
let world: BookingWorld
let person: TestPerson
let other: TestPerson
beforeAll(async () => {
  database = await createTestDatabase()
  world = await bookingWorld(database.knex, { handlers: [list, save, remove] })
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
