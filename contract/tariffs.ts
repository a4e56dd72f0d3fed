import * as z from 'zod'
import { type StageProblem, stageProblems } from '../machines/booking/stage-order.ts'
import { operatorFeatures } from './features.ts'
import { id, maxLength, optionalText, text, version, world } from './fields.ts'
import { command, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, removesRows } from './many.ts'

/**
 * Tariffs of a company: the price of a stay, stage by stage. Access times refer to them; a reservation keeps the stages
 * as bought.
 */
const named = z.object({ id, name: z.string() })
export const maxStages = 20
const tenYears = 10 * 366 * 24 * 60

export const tariffStage = z.strictObject({
  untilMinutes: z.number().int().min(1).max(tenYears),
  priceCents: z.number().int().min(0).max(10_000_000),
})

const stages = z
  .array(tariffStage)
  .min(1)
  .max(maxStages)
  .superRefine((given, context) => {
    for (const { index, field, code, than } of stageProblems(given))
      context.addIssue({ code: 'custom', path: [index, field], message: code, params: bound(code, than) })
  })

const bound = (code: StageProblem['code'], than: number) =>
  code === 'field-greater' ? { minimum: than } : { maximum: than }

/** Editable fields; the company of a tariff cannot change. */
const fields = { name: text(), description: optionalText(), stages }

const row = z.object({
  id,
  version,
  name: z.string(),
  tenant: named,
  /** Ascending. */
  stages: z.array(tariffStage),
  /** Number of access times that use it. */
  accessTimes: z.number().int(),
  /** False = it is also used in zones that the caller does not manage. */
  editable: z.boolean(),
  modifiedAt: z.iso.datetime(),
})
export type TariffRow = z.output<typeof row>

/** Tariffs of the companies whose zones the operator manages (admins: all). The search looks in names, descriptions and companies. */
export const list = listOf('tariffs.list', {
  access: operatorFeatures,
  row,
  sorts: ['name', 'tenant', 'price', 'accessTimes', 'modifiedAt'],
  filters: { tenantId: id.optional(), inUse: z.boolean().optional() },
})

/** One tariff, as shown and edited. */
export const read = query({
  name: 'tariffs.read',
  access: operatorFeatures,
  input: z.strictObject({ tariffId: id }),
  reply: row.extend({ description: z.string().nullable(), version, modifiedBy: z.string().nullable() }),
})

/** Companies for which the caller can add tariffs, by name. */
export const tenants = query({
  name: 'tariffs.tenants',
  access: operatorFeatures,
  input: z.strictObject({ search: z.string().trim().max(maxLength.note).default('') }),
  reply: z.array(named),
})

export const add = command({
  name: 'tariffs.add',
  access: operatorFeatures,
  input: z.strictObject({ tenantId: id, ...fields }),
  reply: z.object({ tariffId: id, version }),
  refusals: [],
})

/** Changes a tariff for future bookings. */
export const edit = command({
  name: 'tariffs.edit',
  access: operatorFeatures,
  input: z.strictObject({ tariffId: id, version, world, ...fields }),
  reply: z.object({ tariffId: id, version }),
  refusals: ['changed-meanwhile', 'world-moved', 'used-elsewhere'],
})

/** Removes a tariff that no access time uses. */
export const remove = command({
  name: 'tariffs.remove',
  access: operatorFeatures,
  input: z.strictObject({ tariffId: id, version, world }),
  reply: z.object({ tariffId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use', 'used-elsewhere'],
})

/** A tariff as it is pushed; lists and forms query again when it changes. */
export const tariffView = z.object({ name: z.string() })

/** Changes of the tariffs that the caller may see. */
export const changes = watch({
  name: 'tariffs.changes',
  access: operatorFeatures,
  input: z.strictObject({}),
  kinds: ['tariff'],
})

/** Changes the same fields of several tariffs, after a preview. */
export const editMany = command({
  name: 'tariffs.editMany',
  access: operatorFeatures,
  ...editsRows({
    description: fields.description,
  }),
})

/** Removes several tariffs, after a preview. */
export const removeMany = command({
  name: 'tariffs.removeMany',
  access: operatorFeatures,
  ...removesRows,
})
