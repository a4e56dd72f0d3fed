/** Edits and removals of several rows at once: what the verbs of all entities share. */
import * as z from 'zod'
import { distinctBy, id, ids, version } from './fields.ts'
import type { RateLimit } from './kit.ts'
import { dependantKinds, type RefusalCode } from './refusals.ts'

/** Maximum number of rows of one edit or removal. */
export const maxRows = 500

const params = z.record(z.string(), z.union([z.string(), z.number()]))
const named = z.object({ id: z.number(), name: z.string() })

const input = {
  /** The rows, with the versions that the person saw. */
  rows: z
    .array(z.strictObject({ id, version }))
    .min(1)
    .max(maxRows)
    .superRefine(distinctBy((row) => row.id)),
  /** `world` of the preview that the person saw; null = a preview, which changes nothing. */
  world: z.string().max(64).nullable(),
  /** Leaves out the rows that the preview refused. Otherwise all or nothing. */
  skipRefused: z.boolean().default(false),
}

/** Why a row cannot be changed or removed: the refusal of its own verb. */
const rowRefusal = z.object({
  code: z.string(),
  params: params.optional(),
  fields: z.array(z.object({ path: z.string(), issue: z.string(), params: params.optional() })).optional(),
  dependants: z
    .array(z.object({ kind: z.enum(dependantKinds), count: z.number().int(), first: z.array(named) }))
    .optional(),
})

export const rowStatuses = ['changed', 'removed', 'unchanged', 'refused'] as const

/** What becomes of one row. */
const rowOutcome = z.object({
  id,
  status: z.enum(rowStatuses),
  /** Its fields that change, in the shape of the input of its edit. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  refusal: rowRefusal.nullable(),
  /** The version that it has now, if that is why it is refused. */
  version: version.nullable(),
})
export type RowOutcome = z.output<typeof rowOutcome>

const reply = z.object({
  /** A hash of all outcomes. */
  world: z.string(),
  /** False for a preview. */
  applied: z.boolean(),
  /** In the order of the input. */
  rows: z.array(rowOutcome),
  /** Names of the rows to which the changes refer, by field. */
  names: z.array(z.object({ field: z.string(), id, name: z.string() })),
})
export type ManyReply = z.output<typeof reply>

const limit: RateLimit = { points: 20, seconds: 10 }
const refusals = ['world-moved', 'rows-refused'] as const satisfies readonly RefusalCode[]

/** A change of a list of references: some are added, taken away, or all replaced. */
export const links = (max: number) => z.strictObject({ how: z.enum(['add', 'remove', 'set']), ids: ids(max) })
export type LinksChange = z.output<ReturnType<typeof links>>

/** Returns the part of a command that edits several rows; `fields` are those that make sense for many, each optional. */
export const editsRows = <F extends z.ZodRawShape>(fields: F) => ({
  input: z.strictObject({
    ...input,
    set: z
      .strictObject(fields)
      .partial()
      .refine((set) => Object.keys(set).length > 0, { error: 'field-required' satisfies RefusalCode }),
  }),
  reply,
  refusals,
  limit,
})

/** The part of a command that removes several rows. */
export const removesRows = { input: z.strictObject(input), reply, refusals, limit }
