import { list } from '../../../contract/events.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Access times are found by their description. */
export const eventsLaw: ListLaw = {
  def: list,
  scoped: true,
  plant: (knex, world, side, description) =>
    insert(knex, 'events', { zone_id: world[side].id, name: 'Law', description, starts_on: '2026-01-01' }),
}
