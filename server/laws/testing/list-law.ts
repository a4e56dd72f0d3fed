import type { Knex } from 'knex'
import type { ListDef } from '../../../contract/list.ts'
import type { World } from '../../testing/world.ts'

/** What the laws need to know about a list. */
export interface ListLaw {
  readonly def: ListDef
  /** Whether foreign rows are hidden: 'own' and 'foreign' are zones of two tenants. False for lists that only admins see. */
  readonly scoped: boolean
  /** The rows are the reader's own, wherever they lie: no zone gives them. */
  readonly personal?: true
  /** Who reads the list, default 'rm'; 'foreignRm' is the stranger. */
  readonly reader?: 'rm' | 'srm' | 'admin' | 'visitor'
  /** Writes a row of this side that the search finds by the text; returns the id that the list shows. */
  plant(knex: Knex, world: World, side: 'own' | 'foreign', text: string): Promise<number | string>
  /** Returns the id of a listed row, default its `id`. */
  id?(row: unknown): number | string
  /** The row as a change pushes it, for lists whose rows are pushed. Where a row says more than its change, `listed` completes it. */
  pushed?(knex: Knex, id: number | string, listed: unknown): Promise<unknown>
}
