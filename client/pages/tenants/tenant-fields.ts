import type * as z from 'zod'
import { edit, newTenant, type products, type read } from '../../../contract/tenants.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { nameIn } from '../../i18n/named.ts'
import { themes } from '../../theme/themes.ts'

/** The inputs of a company, by the path in the command. */
export const tenantFields = formFields(
  edit,
  {
    name: 'common.name',
    label: 'tenants.label',
    prefix: 'common.prefix',
    legalName: 'tenants.legalName',
    addressLine1: 'common.addressLine1',
    addressLine2: 'common.addressLine2',
    zip: 'common.zip',
    city: 'common.city',
    country: 'common.country',
    taxId: 'tenants.taxId',
    taxRatePercent: 'tenants.taxRatePercent',
    timeZone: 'tenants.timeZone',
    licenseStart: 'tenants.licenseStart',
    licenseEnd: 'tenants.licenseEnd',
    monitoring: 'common.monitoring',
    requiresSecondFactor: 'tenants.secondFactor',
    productIds: 'common.products',
    closing: 'tenants.closing.confirm',
    theme: 'tenants.theme',
    loginPath: 'tenants.loginPath',
    commerceContact: 'tenants.commerceContact',
    commerceEmail: 'tenants.commerceEmail',
    commercePhone: 'tenants.commercePhone',
    projectManagerContact: 'tenants.projectManagerContact',
    projectManagerEmail: 'tenants.projectManagerEmail',
    projectManagerPhone: 'tenants.projectManagerPhone',
    accountingPaymentCustomerId: 'tenants.accountingPaymentCustomerId',
    accountingRefundCustomerId: 'tenants.accountingRefundCustomerId',
  },
  ['tenantId', 'version'],
)

export type TenantView = z.output<typeof read.reply>
export type ProductsView = z.output<typeof products.reply>
type Input = z.input<typeof edit.input>
/** What the form of a company holds. */
export type TenantValues = Omit<Input, 'tenantId' | 'version'> & { productIds: number[]; closing: number[] }

/** What the form of a new company begins with. */
export const emptyTenant: TenantValues = { ...newTenant, name: '', prefix: '', closing: [] }

/** Returns the values of a company that is edited. */
export function tenantValues(tenant: TenantView): TenantValues {
  const { id: _id, version: _version, users: _users, zones: _zones, sites: _sites, ...values } = tenant
  return { ...values, closing: [] }
}

/** Returns products and theme in words. */
export function tenantInWords({ extra }: ProductsView): InWords {
  const names = (ids: unknown) =>
    extra
      .filter(({ id }) => (ids as number[]).includes(id))
      .map(nameIn)
      .join(', ') || '–'
  const words: Readonly<Record<string, (value: unknown) => string>> = {
    productIds: names,
    closing: names,
    theme: (name) => themes[name as TenantView['theme']].product,
  }
  return (path, value) => words[path]?.(value)
}

/** Returns the products that a save would switch off. */
export const switchedOff = (bought: readonly number[], wanted: readonly number[]): number[] =>
  bought.filter((id) => !wanted.includes(id))
