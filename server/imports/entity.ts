import type { Knex } from 'knex'
import type { ImportEntity } from '../../contract/imports.ts'
import type { CommandDef, QueryDef } from '../../contract/kit.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { ReferenceKind } from './references.ts'

/** What the cells of a column hold. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'reference' | 'references'

export interface ImportColumn {
  /** Field of the entity's commands. */
  readonly field: string
  readonly kind: ColumnKind
  /** What a reference names. */
  readonly of?: ReferenceKind
}

export type Values = Readonly<Record<string, unknown>>

/** Who looks for rows, and where. */
export interface Finding {
  readonly trx: Knex
  readonly actor: UserActor
}

/**
 * How an entity is imported: by its own commands, so that files obey the same rules as forms. A row that exists is read,
 * overlaid with the cells of the file, and saved.
 */
export interface Importable {
  readonly entity: ImportEntity
  readonly add: CommandDef
  readonly edit: CommandDef
  /** The query that reads a row, or a function that does. */
  readonly read: QueryDef | ((finding: Finding, id: number) => Promise<Values | null>)
  /** Field of `read` and `edit` with the row's id. */
  readonly idField: string
  /** Values of a new row unless its cells say otherwise. */
  readonly defaults: Values
  readonly columns: readonly ImportColumn[]
  /** Fields by which a row without an id is found; a new row needs all of them. */
  readonly key: readonly string[]
  /** Further fields that a new row needs. */
  readonly required: readonly string[]
  /** Fields of the existing row that a file cannot change, as its edit command has no such field. */
  readonly fixed?: readonly string[]
  /** Returns the ids of the caller's rows with this key. */
  find(finding: Finding, key: Values): Promise<number[]>
  /** Returns the ids of all rows that the caller may export, ascending. */
  ids(finding: Finding): Promise<number[]>
  /** Returns fields from what `read` replies; by default those of the edit command. */
  values?(reply: Values): Values
  /** Returns the row as it is to become; by default its values are replaced by those of the cells. */
  overlay?(existing: Values, cells: Values): Values
  /** Returns the input of `edit`; by default the values with id and version. */
  toEdit?(next: Values): Values
}

export const text = (field: string): ImportColumn => ({ field, kind: 'text' })
export const number = (field: string): ImportColumn => ({ field, kind: 'number' })
export const yesNo = (field: string): ImportColumn => ({ field, kind: 'boolean' })
export const reference = (field: string, of: ReferenceKind): ImportColumn => ({ field, kind: 'reference', of })
export const references = (field: string, of: ReferenceKind): ImportColumn => ({ field, kind: 'references', of })

/** Returns the ids of found rows. */
export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)
