import { type ThemeName, themeNames } from '../../contract/themes.ts'
import type { Tenant } from '../../db/models/people.ts'

/** What a violated constraint of a company means. */
export const constraints = {
  tenants_prefix_unique: { code: 'prefix-taken', field: 'prefix' },
  tenants_login_path_key: { code: 'login-path-taken', field: 'loginPath' },
} as const

/** Returns the theme on screen: a name that no theme has shows the product's own. */
export function themeOf({ theme }: Pick<Tenant, 'theme'>): ThemeName {
  return themeNames.find((name) => name === theme) ?? 'holdfast'
}

/** Returns the fields of a company in the shape of the commands' input, without its products. */
export function fieldsOf(tenant: Tenant) {
  return {
    name: tenant.name,
    label: tenant.label,
    prefix: tenant.prefix,
    legalName: tenant.legalName,
    addressLine1: tenant.addressLine1,
    addressLine2: tenant.addressLine2,
    zip: tenant.zip,
    city: tenant.city,
    country: tenant.country,
    taxId: tenant.taxId,
    taxRatePercent: tenant.taxRatePercent,
    timeZone: tenant.timeZone,
    licenseStart: tenant.licenseStart,
    licenseEnd: tenant.licenseEnd,
    monitoring: tenant.monitoring,
    requiresSecondFactor: tenant.requiresSecondFactor,
    theme: themeOf(tenant),
    loginPath: tenant.loginPath,
    commerceContact: tenant.commerceContact,
    commerceEmail: tenant.commerceEmail,
    commercePhone: tenant.commercePhone,
    projectManagerContact: tenant.projectManagerContact,
    projectManagerEmail: tenant.projectManagerEmail,
    projectManagerPhone: tenant.projectManagerPhone,
    accountingPaymentCustomerId: tenant.accountingPaymentCustomerId,
    accountingRefundCustomerId: tenant.accountingRefundCustomerId,
  }
}
