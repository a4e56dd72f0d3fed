/** Imports: a file of rows is checked, shown as what would change, and then written in one transaction (IMP-1). */
import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { id } from './fields.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'

const count = z.number().int().min(0)
const time = z.string()

/** What can be imported, and exported in the same format. */
export const importEntities = [
  'sites',
  'locations',
  'gateways',
  'devices',
  'barriers',
  'events',
  'codes',
  'users',
] as const
export type ImportEntity = (typeof importEntities)[number]

/** Entities of which only admins add and change rows. */
export const adminImports: readonly ImportEntity[] = ['locations', 'gateways']

export const importFormats = ['csv', 'xlsx'] as const
export type ImportFormat = (typeof importFormats)[number]

/**
 * The life of an import: the file is read, its rows are checked by a rehearsal, then it waits for a decision. `failed` =
 * the file cannot be read.
 */
export const importStates = [
  'reading',
  'checking',
  'checked',
  'importing',
  'done',
  'undone',
  'canceled',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]
/** States in which the server works on it. */
export const busyStates: readonly ImportState[] = ['reading', 'checking', 'importing']

/** What an import does with a row. `wrong` = it has errors, so nothing is imported. */
export const rowKinds = ['new', 'changed', 'same', 'wrong'] as const
export type RowKind = (typeof rowKinds)[number]

const params = z.record(z.string(), z.union([z.string(), z.number()]))
/** A refusal by its code. */
const problem = z.object({ refusal: z.string(), params: params.optional() })

export const importView = z.object({
  entity: z.enum(importEntities),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Null = the account was deleted. */
  by: z.string().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
  /** Rows of the file, and how many of them the present step has done. */
  total: count,
  processed: count,
  counts: z.object({ new: count, changed: count, same: count, wrong: count }),
  /** Why the file cannot be read, or why nothing was imported. */
  problem: problem.nullable(),
})
export type ImportView = z.output<typeof importView>

/** Imports of the caller; admins see all. */
export const list = listOf('imports.list', {
  access: operatorFeatures,
  row: importView.extend({ id }),
  sorts: ['createdAt', 'fileName', 'entity', 'state', 'total'],
  order: '-createdAt',
  filters: { entity: z.enum(importEntities).optional(), state: z.enum(importStates).optional() },
})
export type ImportRow = z.output<typeof list.row>

/** One import with its progress. */
export const one = watch({
  name: 'imports.one',
  access: operatorFeatures,
  input: z.strictObject({ importId: id }),
  kinds: ['import'],
})

/** One row of a file. */
const row = z.object({
  /** In the file; the head is row 1. */
  number: count,
  kind: z.enum(rowKinds),
  /** By which people know it. */
  name: z.string(),
  /** Null = it does not exist yet. */
  rowId: id.nullable(),
  differences: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  errors: z.array(z.object({ field: z.string(), code: z.string(), params: params.optional() })),
})
export type ImportedRow = z.output<typeof row>

/** Rows of an import as the rehearsal found them, in the order of the file. */
export const rows = query({
  name: 'imports.rows',
  access: operatorFeatures,
  input: z.strictObject({
    importId: id,
    kind: z.enum(rowKinds).optional(),
    page: z.number().int().min(1).max(10_000).default(1),
    pageSize: z.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ rows: z.array(row), recordCount: count }),
})

/** Imports a checked file. Refused while rows are wrong; done in the background. */
export const run = command({
  name: 'imports.run',
  access: operatorFeatures,
  input: z.strictObject({ importId: id }),
  reply: z.object({ importId: id }),
  refusals: ['import-not-ready', 'import-has-errors'],
})

/** Ends an import that is not done; nothing of it is kept. */
export const cancel = command({
  name: 'imports.cancel',
  access: operatorFeatures,
  input: z.strictObject({ importId: id }),
  reply: z.object({ importId: id }),
  refusals: ['import-not-ready'],
})

/** Heads of the columns by language, as files have them. */
export const columns = query({
  name: 'imports.columns',
  access: operatorFeatures,
  input: z.strictObject({ entity: z.enum(importEntities) }),
  reply: z.array(z.object({ field: z.string(), heads: z.record(z.string(), z.string()), required: z.boolean() })),
})
