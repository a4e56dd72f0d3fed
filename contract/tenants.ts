/** Companies (tenants): whose the zones are, what they bought, how the portal looks to their people (ADM-1, ADM-25). */
import * as z from 'zod'
import { adminFeatures } from './features.ts'
import {
  endingWithLetter,
  id,
  ids,
  maxLength,
  optionalDay,
  optionalEmail,
  optionalPhone,
  optionalText,
  text,
  timeZone,
  version,
  world,
} from './fields.ts'
import { command, query } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, removesRows } from './many.ts'
import { closingFigures, productView } from './products.ts'
import type { RefusalCode } from './refusals.ts'
import { themeNames } from './themes.ts'

const count = z.number().int()
const named = z.object({ id, name: z.string() })

/** Maximum length of a prefix. */
export const maxPrefix = 10
const refusing = (error: RefusalCode) => ({ error })

/** Short letters by which a company is known, for automatic login. What ends with no letter is refused for that alone. */
const prefix = endingWithLetter(maxPrefix).refine(
  (value) => /^[A-Za-z]*$/.test(value) || !/\p{L}$/u.test(value),
  refusing('field-letters'),
)

const loginPath = optionalText(maxLength.name).refine(
  (value) => value === null || /^[a-z0-9-]+$/.test(value),
  refusing('field-path'),
)

const taxRatePercent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Number(value.toFixed(2)) === value, refusing('field-decimals'))

/** Maximum number of products. */
const maxProducts = 100

const fields = {
  name: text(maxLength.name),
  /** Name in e-mails and lists where the full one is too long. */
  label: optionalText(maxLength.name),
  prefix,
  legalName: optionalText(maxLength.note),
  addressLine1: optionalText(maxLength.note),
  addressLine2: optionalText(maxLength.note),
  zip: optionalText(maxLength.name),
  city: optionalText(maxLength.note),
  country: optionalText(maxLength.name),
  taxId: optionalText(maxLength.name),
  taxRatePercent,
  /** Its days begin at midnight here: the licence, the year of an invoice. */
  timeZone,
  licenseStart: optionalDay,
  licenseEnd: optionalDay,
  monitoring: z.boolean(),
  /** Its reservation managers need a second factor, from their next login on (SE-12). */
  requiresSecondFactor: z.boolean(),
  theme: z.enum(themeNames),
  loginPath,
  commerceContact: optionalText(maxLength.note),
  commerceEmail: optionalEmail,
  commercePhone: optionalPhone,
  projectManagerContact: optionalText(maxLength.note),
  projectManagerEmail: optionalEmail,
  projectManagerPhone: optionalPhone,
  accountingPaymentCustomerId: optionalText(maxLength.name),
  accountingRefundCustomerId: optionalText(maxLength.name),
  /** Products beyond the basic ones, which every company has. */
  productIds: ids(maxProducts),
}

/** A company where nothing else is given. */
export const newTenant = {
  label: null,
  legalName: null,
  addressLine1: null,
  addressLine2: null,
  zip: null,
  city: null,
  country: null,
  taxId: null,
  taxRatePercent: 19,
  timeZone: 'Europe/Berlin',
  licenseStart: null,
  licenseEnd: null,
  monitoring: true,
  requiresSecondFactor: false,
  theme: 'holdfast' as const,
  loginPath: null,
  commerceContact: null,
  commerceEmail: null,
  commercePhone: null,
  projectManagerContact: null,
  projectManagerEmail: null,
  projectManagerPhone: null,
  accountingPaymentCustomerId: null,
  accountingRefundCustomerId: null,
  productIds: [] as number[],
}

/** Both days belong to the licence. */
function endsAfterStart({ licenseStart, licenseEnd }: { licenseStart: string | null; licenseEnd: string | null }) {
  return licenseStart === null || licenseEnd === null || licenseEnd >= licenseStart
}
const endsTooEarly = { ...refusing('license-end-before-start'), path: ['licenseEnd'] }

export const licenseStates = ['none', 'ahead', 'valid', 'over'] as const
export type LicenseState = (typeof licenseStates)[number]

/** All companies. GET /tenants. */
export const list = listOf('tenants.list', {
  access: adminFeatures,
  row: z.object({
    id,
    version,
    name: z.string(),
    label: z.string().nullable(),
    prefix: z.string(),
    city: z.string().nullable(),
    theme: z.enum(themeNames),
    licenseStart: z.string().nullable(),
    licenseEnd: z.string().nullable(),
    /** `none` = no days are given. */
    license: z.enum(licenseStates),
    monitoring: z.boolean(),
    users: count,
    zones: count,
    sites: count,
    /** Bought ones, without the basic ones. */
    products: count,
    modifiedAt: z.string(),
  }),
  sorts: ['name', 'prefix', 'city', 'licenseEnd', 'users', 'zones', 'sites', 'products', 'modifiedAt'],
  filters: { license: z.enum(licenseStates).optional(), productId: id.optional() },
})
export type TenantRow = z.output<typeof list.row>

/** One company with all its fields. */
export const read = query({
  name: 'tenants.read',
  access: adminFeatures,
  input: z.strictObject({ tenantId: id }),
  reply: z.object({ ...fields, id, version, users: count, zones: count, sites: count }),
})

/** Products: `basic` ones belong to every company, the others are bought. */
export const products = query({
  name: 'tenants.products',
  access: adminFeatures,
  input: z.strictObject({}),
  reply: z.object({ basic: z.array(productView), extra: z.array(productView) }),
})

/** Sites with the companies whose zones they are in, by name. GET /tenants/getListofSites. */
export const sites = query({
  name: 'tenants.sites',
  access: adminFeatures,
  input: z.strictObject({ tenantId: id.optional(), page: z.number().int().min(1).default(1) }),
  reply: z.object({ sites: z.array(z.object({ ...named.shape, tenants: z.array(named) })), recordCount: count }),
})

/** POST /tenants/add_ajax. */
export const add = command({
  name: 'tenants.add',
  access: adminFeatures,
  input: z.strictObject(fields).refine(endsAfterStart, endsTooEarly),
  reply: z.object({ tenantId: id }),
  refusals: ['prefix-taken', 'login-path-taken'],
})

/** PATCH /tenants/edit_ajax/:id. */
export const edit = command({
  name: 'tenants.edit',
  access: adminFeatures,
  input: z
    .strictObject({
      tenantId: id,
      version,
      world,
      ...fields,
      /** Products that are switched off, by whoever knows what that closes (`tenants.closing`). */
      closing: ids(maxProducts).default([]),
    })
    .refine(endsAfterStart, endsTooEarly),
  reply: z.object({ tenantId: id, version }),
  refusals: ['changed-meanwhile', 'world-moved', 'prefix-taken', 'login-path-taken', 'product-closes'],
})

/** What switching a product off closes at this moment. */
export const productClosing = z.object({ product: productView, ...closingFigures.shape })
export type ProductClosing = z.output<typeof productClosing>

/** What it closes if a company loses products: asked before they are switched off (ADM-25). */
export const closing = query({
  name: 'tenants.closing',
  access: adminFeatures,
  input: z.strictObject({ tenantId: id, productIds: ids(maxProducts) }),
  reply: z.array(productClosing),
})

/** Removes a company without users, zones and sites. DELETE /tenants/delete/:id. */
export const remove = command({
  name: 'tenants.remove',
  access: adminFeatures,
  input: z.strictObject({ tenantId: id, version, world }),
  reply: z.object({ tenantId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'tenant-in-use', 'in-use'],
})

/** Changes the same fields of several companies, after a preview. */
export const editMany = command({
  name: 'tenants.editMany',
  access: adminFeatures,
  ...editsRows({
    country: fields.country,
    timeZone: fields.timeZone,
    taxRatePercent: fields.taxRatePercent,
    licenseStart: fields.licenseStart,
    licenseEnd: fields.licenseEnd,
    monitoring: fields.monitoring,
    requiresSecondFactor: fields.requiresSecondFactor,
  }),
})

/** Removes several companies, after a preview. */
export const removeMany = command({
  name: 'tenants.removeMany',
  access: adminFeatures,
  ...removesRows,
})
