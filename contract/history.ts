/** Who changed which row when: the history of an entity and of the installation, undo, and the bin. */
import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { id } from './fields.ts'
import { command, query } from './kit.ts'
import { listOf } from './list.ts'

/** What has a history. */
export const historyEntities = [
  'tenant',
  'zone',
  'site',
  'location',
  'gateway',
  'device',
  'barrier',
  'event',
  'tariff',
  'device-type',
  'access-method',
  'product',
  'code',
  'role',
  'user',
] as const
export type HistoryEntity = (typeof historyEntities)[number]
const entity = z.enum(historyEntities)

export const operations = ['add', 'edit', 'remove', 'restore'] as const

/** Days for which a removed row can be put back. */
export const binDays = 30

/**
 * A value in words as far as the server knows them: names instead of ids. null = empty. `veiled` = personal, not stored. `texts` = the
 * translations of a field, by language.
 */
const value = z.union([
  z.null(),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('flag'), on: z.boolean() }),
  z.object({ kind: z.literal('number'), number: z.number() }),
  z.object({ kind: z.literal('cents'), cents: z.number() }),
  z.object({ kind: z.literal('time'), at: z.string() }),
  z.object({ kind: z.literal('day'), day: z.string() }),
  z.object({ kind: z.literal('names'), names: z.array(z.string()) }),
  z.object({ kind: z.literal('veiled') }),
])
export type HistoryValue = z.output<typeof value>

/** A changed field, named as in the command that edits the entity; `language` for a translation of it. */
const field = z.object({
  field: z.string(),
  language: z.string().nullable(),
  before: value,
  after: value,
})
export type FieldChange = z.output<typeof field>

const change = z.object({
  id,
  at: z.string(),
  /** Who did it; null = the portal itself. */
  by: z.object({ id, name: z.string() }).nullable(),
  cause: z.string(),
  entity,
  rowId: id,
  name: z.string().nullable(),
  /** Whether the row can still be opened. */
  exists: z.boolean(),
  operation: z.enum(operations),
  fields: z.array(field),
  /** Whether the caller may take back everything with this cause. */
  undoable: z.boolean(),
  /** Taken back meanwhile. */
  undone: z.boolean(),
})
export type HistoryChange = z.output<typeof change>

/** Changes in the whole installation; managers see those of rows in their zones. */
export const list = listOf('history.list', {
  access: operatorFeatures,
  row: change,
  sorts: ['at'],
  order: '-at',
  filters: {
    entity: entity.optional(),
    rowId: id.optional(),
    userId: id.optional(),
    operation: z.enum(operations).optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
  },
})

/** The latest changes of one row, and whether there are older ones. */
export const of = query({
  name: 'history.of',
  access: operatorFeatures,
  input: z.strictObject({ entity, id, before: id.optional() }),
  reply: z.object({ changes: z.array(change), more: z.boolean() }),
})

/** Takes back every row change of one cause, while each row still is as that cause left it. */
export const undo = command({
  name: 'history.undo',
  access: operatorFeatures,
  input: z.strictObject({ cause: z.string().min(1).max(300) }),
  reply: z.object({ rows: z.number().int() }),
  refusals: ['changed-meanwhile', 'in-use', 'name-taken', 'parent-missing', 'undo-impossible'],
})

/** Rows that were removed within the last 30 days. */
export const bin = listOf('history.bin', {
  access: operatorFeatures,
  row: z.object({
    id,
    at: z.string(),
    by: z.object({ id, name: z.string() }).nullable(),
    entity,
    rowId: id,
    name: z.string().nullable(),
    /** When it is emptied. */
    until: z.string(),
  }),
  sorts: ['at', 'name'],
  order: '-at',
  filters: { entity: entity.optional() },
})
export type BinRow = z.output<typeof bin.row>

/** Puts a removed row back with its id, links and translations. */
export const putBack = command({
  name: 'history.putBack',
  access: operatorFeatures,
  input: z.strictObject({ id }),
  reply: z.object({ entity, rowId: id }),
  refusals: undo.refusals,
})
