/** Products: what companies have or buy. The prefix of a product is the feature that it unlocks (ADM-12, ADM-25). */
import * as z from 'zod'
import { adminFeatures } from './features.ts'
import { id, ids, maxLength, optionalText, text, version, world } from './fields.ts'
import { command, query } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, links, removesRows } from './many.ts'
import type { RefusalCode } from './refusals.ts'
import { translationsInput, translationsView } from './translations.ts'

const count = z.number().int()
const cents = z.number().int()
const named = z.object({ id, name: z.string() })
/** A role with its name by language. */
const namedRole = z.object({ ...named.shape, names: z.record(z.string(), z.string()) })

/** Texts of a product that can be translated, with their maximum lengths. */
export const productTexts = { name: maxLength.name, description: maxLength.description } as const

const prefix = text().refine((value) => /^[A-Z][A-Z0-9_]*$/.test(value), {
  error: 'field-capitals' satisfies RefusalCode,
})

/** Maximum number of roles of a product. */
const maxRoles = 100

const fields = {
  name: text(productTexts.name),
  description: optionalText(productTexts.description),
  /** The feature that it unlocks. */
  prefix,
  /** Every company has it; others are bought. */
  basic: z.boolean(),
  /** Whose people may use it. */
  roleIds: ids(maxRoles),
  translations: translationsInput(productTexts),
}

/** A product as people read it. */
export const productView = z.object({
  id,
  name: z.string(),
  /** Name by language. */
  names: z.record(z.string(), z.string()),
  prefix: z.string(),
  description: z.string().nullable(),
  /** Description by language. */
  descriptions: z.record(z.string(), z.string()),
})
export type ProductView = z.output<typeof productView>

/** What the loss of a product closes at this moment. */
export const closingFigures = z.object({
  /** Who cannot do any more what the product is for. */
  people: count,
  /** Reservations, running or ahead, for which the product counts. */
  reservations: count,
  /** What was paid for them; for the product PAYMENT only. */
  paidCents: cents,
  /** Holds that could not be paid any more, and their price. */
  holds: count,
  holdCents: cents,
  /** What was booked in the last 30 days. */
  recentCents: cents,
})
export type ClosingFigures = z.output<typeof closingFigures>

/** All products. GET /products. */
export const list = listOf('products.list', {
  access: adminFeatures,
  row: z.object({
    ...productView.shape,
    version,
    basic: z.boolean(),
    roles: z.array(namedRole),
    /** Companies that bought it. */
    tenants: count,
    modifiedAt: z.string(),
  }),
  sorts: ['name', 'prefix', 'tenants', 'modifiedAt'],
  filters: { basic: z.boolean().optional(), roleId: id.optional() },
})
export type ProductRow = z.output<typeof list.row>

/** Maximum number of companies that are named. */
export const maxNamedTenants = 50

/** One product with all its fields, and who bought it. */
export const read = query({
  name: 'products.read',
  access: adminFeatures,
  input: z.strictObject({ productId: id }),
  reply: z.object({
    id,
    version,
    name: z.string(),
    description: z.string().nullable(),
    prefix: z.string(),
    basic: z.boolean(),
    roleIds: z.array(id),
    translations: translationsView,
    tenants: z.array(named),
    tenantCount: count,
  }),
})

/** Roles that a product can be for. */
export const roles = query({
  name: 'products.roles',
  access: adminFeatures,
  input: z.strictObject({}),
  reply: z.array(namedRole),
})

export const add = command({
  name: 'products.add',
  access: adminFeatures,
  input: z.strictObject(fields),
  reply: z.object({ productId: id }),
  refusals: ['product-prefix-taken'],
})

/** PATCH /products/edit/:id. */
export const edit = command({
  name: 'products.edit',
  access: adminFeatures,
  input: z.strictObject({
    productId: id,
    version,
    ...fields,
    /** Confirmed by whoever knows what the edit switches off (`products.closing`). */
    closing: z.boolean().default(false),
  }),
  reply: z.object({ productId: id, version }),
  refusals: ['changed-meanwhile', 'product-prefix-taken', 'product-closes', 'last-way-in'],
})

/** What an edit switches off: asked before it is saved (ADM-25). */
export const closing = query({
  name: 'products.closing',
  access: adminFeatures,
  input: z.strictObject({ productId: id, prefix: z.string(), basic: z.boolean(), roleIds: ids(maxRoles) }),
  reply: z.object({
    /** People who lose the feature. */
    people: count,
    /** Companies that lose the product. */
    tenants: count,
    /** What their reservations lose; null if the product is not for reservations, or no company loses it. */
    used: closingFigures.nullable(),
  }),
})
export type EditClosing = z.output<typeof closing.reply>

/** Removes a product that no company has. */
export const remove = command({
  name: 'products.remove',
  access: adminFeatures,
  input: z.strictObject({ productId: id, version, world }),
  reply: z.object({ productId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use', 'product-basic'],
})

/** Changes the same fields of several products, after a preview. */
export const editMany = command({
  name: 'products.editMany',
  access: adminFeatures,
  ...editsRows({
    roleIds: links(maxRoles),
  }),
})

/** Removes several products, after a preview. */
export const removeMany = command({
  name: 'products.removeMany',
  access: adminFeatures,
  ...removesRows,
})
