import type { Knex } from 'knex'
import type * as z from 'zod'
import type { CommandDef, QueryDef } from '../../../contract/kit.ts'
import type { DependantKind } from '../../../contract/refusals.ts'
import type { World } from '../../testing/world.ts'

type Values = Readonly<Record<string, unknown>>

/** What the laws need to know about an entity that is edited or removed. */
export interface FormLaw {
  readonly entity: string
  /** Name of the id in the inputs: 'zoneId'. */
  readonly idKey: string
  /** Whether foreign rows are hidden: 'own' and 'foreign' are zones of two tenants. False for what only admins see. */
  readonly scoped: boolean
  /** Who edits, and somebody else who does; a reservation manager and an admin unless said otherwise. */
  readonly editors?: readonly ['rm' | 'admin', 'rm' | 'admin']
  readonly read?: QueryDef
  readonly edit?: {
    readonly def: CommandDef
    /** Returns the input without id and version: what was read, with a text in one field. */
    input(view: Values, text: string): Values
    /** Returns that text from what was read, or from the values of a refusal. */
    text(values: Values): unknown
  }
  readonly remove?: {
    readonly def: CommandDef
    /** Nobody else may, whatever the row. */
    readonly adminsOnly?: true
    /** Makes something depend on the row; returns its kind and the name by which the refusal shows it. Left out where a removal takes everything with it. */
    depend?(knex: Knex, world: World, id: number): Promise<{ kind: DependantKind; name: string }>
  }
  /** Writes a row of this side; returns its id. */
  plant(knex: Knex, world: World, side: 'own' | 'foreign'): Promise<number>
}

/** Returns what was read as the fields of an edit: those that its input has, without id and version. */
export function fieldsOf(def: CommandDef, view: Values): Values {
  const known = Object.keys((def.input as z.ZodObject).shape)
  return Object.fromEntries(Object.entries(view).filter(([field]) => field !== 'version' && known.includes(field)))
}
