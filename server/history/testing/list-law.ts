import { randomUUID } from 'node:crypto'
import { bin, list } from '../../../contract/history.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** What happened to a zone. */
const planter =
  (operation: 'edit' | 'remove'): ListLaw['plant'] =>
  (knex, world, side, text) => {
    const { id } = world[side]
    const zone = { entity: 'zone', row_id: id, zone_ids: [id], source: 'zones', name: text }
    return insert(knex, 'row_history', { ...zone, cause: `test ${randomUUID()}`, leads: true, operation })
  }

export const changesLaw: ListLaw = { def: list, scoped: true, plant: planter('edit') }
export const binLaw: ListLaw = { def: bin, scoped: true, plant: planter('remove') }
