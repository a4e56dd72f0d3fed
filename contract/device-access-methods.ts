/** Device access methods: the ways of opening and closing devices (ADM-9). */
import * as z from 'zod'
import { adminFeatures } from './features.ts'
import { distinctBy, id, maxLength, optionalText, text, version, world } from './fields.ts'
import { command, query } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, removesRows } from './many.ts'
import { translationsInput, translationsView } from './translations.ts'

/** What a method lets people do or see at a device. */
export const accessAttributes = ['open', 'close', 'pin', 'qr', 'licensePlate', 'rfidToken'] as const
export type AccessAttribute = (typeof accessAttributes)[number]

/** Texts of a method that can be translated, with their maximum lengths. */
export const accessMethodTexts = { displayName: maxLength.name, description: maxLength.description } as const

const fields = {
  /** Internal name: unique, and the same in all languages. */
  name: text(),
  displayName: text(accessMethodTexts.displayName),
  description: optionalText(accessMethodTexts.description),
  icon: optionalText(maxLength.note),
  attributes: z
    .array(z.enum(accessAttributes))
    .min(1)
    .superRefine(distinctBy((attribute) => attribute)),
  disableControlWhenInState: z.boolean(),
  translations: translationsInput(accessMethodTexts),
}

/** All methods. */
export const list = listOf('deviceAccessMethods.list', {
  access: adminFeatures,
  row: z.object({
    id,
    version,
    name: z.string(),
    displayName: z.string(),
    /** Display name by language. */
    names: z.record(z.string(), z.string()),
    description: z.string().nullable(),
    icon: z.string().nullable(),
    attributes: z.array(z.enum(accessAttributes)),
    disableControlWhenInState: z.boolean(),
    /** Number of devices in use that have it. */
    devices: z.number().int(),
    modifiedAt: z.string(),
  }),
  sorts: ['displayName', 'name', 'devices', 'modifiedAt'],
  filters: { attribute: z.enum(accessAttributes).optional() },
})
export type AccessMethodRow = z.output<typeof list.row>

/** One method with all its fields. */
export const read = query({
  name: 'deviceAccessMethods.read',
  access: adminFeatures,
  input: z.strictObject({ accessMethodId: id }),
  reply: z.object({
    id,
    version,
    name: z.string(),
    displayName: z.string(),
    description: z.string().nullable(),
    icon: z.string().nullable(),
    attributes: z.array(z.enum(accessAttributes)),
    disableControlWhenInState: z.boolean(),
    translations: translationsView,
  }),
})

export const add = command({
  name: 'deviceAccessMethods.add',
  access: adminFeatures,
  input: z.strictObject(fields),
  reply: z.object({ accessMethodId: id }),
  refusals: ['name-taken'],
})

export const edit = command({
  name: 'deviceAccessMethods.edit',
  access: adminFeatures,
  input: z.strictObject({ accessMethodId: id, version, ...fields }),
  reply: z.object({ accessMethodId: id, version }),
  refusals: ['changed-meanwhile', 'name-taken'],
})

/** Removes a method that no device has. */
export const remove = command({
  name: 'deviceAccessMethods.remove',
  access: adminFeatures,
  input: z.strictObject({ accessMethodId: id, version, world }),
  reply: z.object({ accessMethodId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use'],
})

/** Changes the same fields of several methods, after a preview. */
export const editMany = command({
  name: 'deviceAccessMethods.editMany',
  access: adminFeatures,
  ...editsRows({
    icon: fields.icon,
    attributes: fields.attributes,
    disableControlWhenInState: fields.disableControlWhenInState,
  }),
})

/** Removes several methods, after a preview. */
export const removeMany = command({
  name: 'deviceAccessMethods.removeMany',
  access: adminFeatures,
  ...removesRows,
})
