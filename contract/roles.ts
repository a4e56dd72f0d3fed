/** Roles: whose people may use which products, and whether they may have companies and zones (ADM-14). */
import * as z from 'zod'
import { adminFeatures, roles as roleKinds } from './features.ts'
import { distinctBy, id, maxLength, optionalText, text, version, world } from './fields.ts'
import { command, query } from './kit.ts'
import { productView } from './products.ts'
import { translationsInput, translationsView } from './translations.ts'

const count = z.number().int()

/** Texts of a role that can be translated, with their maximum lengths. */
export const roleTexts = { name: maxLength.name, description: maxLength.description } as const

const fields = {
  /** The four roles of the portal keep theirs, which have texts in all languages. */
  name: text(roleTexts.name),
  description: optionalText(roleTexts.description),
  canHaveTenants: z.boolean(),
  canHaveZones: z.boolean(),
  translations: translationsInput(roleTexts),
}

const role = z.object({
  id,
  version,
  name: z.string(),
  /** Name by language. */
  names: z.record(z.string(), z.string()),
  /** The role of the portal that it works like. */
  kind: z.enum(roleKinds),
  /** One of the four of the portal: it cannot be renamed or deleted. */
  standard: z.boolean(),
  canHaveTenants: z.boolean(),
  canHaveZones: z.boolean(),
  /** People who have it. */
  users: count,
})
export type RoleView = z.output<typeof role>

/** All roles and products, and which role has which product. */
export const matrix = query({
  name: 'roles.matrix',
  access: adminFeatures,
  input: z.strictObject({}),
  reply: z.object({
    roles: z.array(role),
    products: z.array(z.object({ ...productView.shape, basic: z.boolean(), roleIds: z.array(id) })),
  }),
})
export type MatrixView = z.output<typeof matrix.reply>

/** One role with all its fields. */
export const read = query({
  name: 'roles.read',
  access: adminFeatures,
  input: z.strictObject({ roleId: id }),
  reply: z.object({
    ...role.omit({ names: true }).shape,
    description: z.string().nullable(),
    translations: translationsView,
  }),
})

/** Adds a role with the products of the role that it works like. */
export const add = command({
  name: 'roles.add',
  access: adminFeatures,
  input: z.strictObject({ ...fields, kind: z.enum(roleKinds) }),
  reply: z.object({ roleId: id }),
  refusals: ['name-taken'],
})

export const edit = command({
  name: 'roles.edit',
  access: adminFeatures,
  input: z.strictObject({ roleId: id, version, ...fields }),
  reply: z.object({ roleId: id, version }),
  refusals: ['changed-meanwhile', 'name-taken', 'role-standard', 'role-has-tenants', 'role-has-zones'],
})

/** Removes a role that nobody has. */
export const remove = command({
  name: 'roles.remove',
  access: adminFeatures,
  input: z.strictObject({ roleId: id, version, world }),
  reply: z.object({ roleId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use', 'role-standard'],
})

/** Maximum number of changes at once. */
const maxChanges = 1_000

/** Changes of the matrix: a role gets a product, or loses it. */
const changes = z
  .array(z.strictObject({ roleId: id, productId: id, granted: z.boolean() }))
  .min(1)
  .max(maxChanges)
  .superRefine(distinctBy(({ roleId, productId }) => `${roleId} ${productId}`))
export type RoleChange = z.output<typeof changes>[number]

/** Changes which roles have which products; takes effect at once. */
export const grant = command({
  name: 'roles.grant',
  access: adminFeatures,
  input: z.strictObject({
    changes,
    /** Version of each role that changes, as it was seen. */
    versions: z.array(z.strictObject({ roleId: id, version })).superRefine(distinctBy(({ roleId }) => roleId)),
    /** Confirmed by whoever knows what the changes switch off (`roles.closing`). */
    closing: z.boolean().default(false),
  }),
  reply: z.object({}),
  refusals: ['changed-meanwhile', 'product-closes', 'last-way-in'],
})

/** From how many people the changes take which product: asked before they are saved. */
export const closing = query({
  name: 'roles.closing',
  access: adminFeatures,
  input: z.strictObject({ changes }),
  reply: z.array(z.object({ product: productView, people: count })),
})
