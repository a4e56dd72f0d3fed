import { maxLength } from '../../../contract/fields.ts'
import { maxPrefix } from '../../../contract/tenants.ts'
import { DayField } from '../../forms/date-fields.tsx'
import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import { TimeZoneField } from '../../forms/time-zone-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { config } from '../../shell/config.ts'
import { ProductsField } from './products-field.tsx'
import type { ProductsView, TenantValues, TenantView } from './tenant-fields.ts'
import classes from './tenants.module.css'
import { ThemeField } from './theme-field.tsx'

interface TenantFormProps {
  form: CommandForm<TenantValues>
  products: ProductsView
  /** The company that is edited. */
  tenant?: TenantView
}

/** The fields of a company, in groups. */
export function TenantForm({ form, products, tenant }: TenantFormProps) {
  const t = useT()
  const text = (path: string, max: number, more: { description?: string; type?: 'tel' | 'email' } = {}) => (
    <TextField form={form} path={path} maxLength={max} {...more} />
  )
  return (
    <>
      {text('name', maxLength.name)}
      {text('label', maxLength.name, { description: t('tenants.label.hint') })}
      {text('prefix', maxPrefix, { description: t('tenants.prefix.hint') })}
      <FieldGroup title={t('tenants.group.legal')}>
        {text('legalName', maxLength.note)}
        {text('addressLine1', maxLength.note)}
        {text('addressLine2', maxLength.note)}
        <FieldColumns>
          {text('zip', maxLength.name)}
          {text('city', maxLength.note)}
          {text('country', maxLength.name)}
        </FieldColumns>
        <FieldColumns>
          {text('taxId', maxLength.name)}
          <NumberField
            form={form}
            path="taxRatePercent"
            unit="%"
            decimals
            description={t('tenants.taxRatePercent.hint')}
          />
        </FieldColumns>
        <TimeZoneField form={form} path="timeZone" description={t('tenants.timeZone.hint')} />
      </FieldGroup>
      <FieldGroup title={t('tenants.license')}>
        <FieldColumns>
          <DayField form={form} path="licenseStart" />
          <DayField form={form} path="licenseEnd" />
        </FieldColumns>
        <p className={classes.hint}>{t('tenants.license.hint')}</p>
        <SwitchField form={form} path="monitoring" description={t('tenants.monitoring.hint')} />
        <SwitchField form={form} path="requiresSecondFactor" description={t('tenants.secondFactor.hint')} />
      </FieldGroup>
      <ProductsField form={form} products={products} {...(tenant ? { tenant } : {})} />
      <ThemeField form={form} />
      {text('loginPath', maxLength.name, {
        description: t('tenants.loginPath.hint', { address: `${config.current.portalUrl}/users/login/…` }),
      })}
      <FieldGroup title={t('tenants.group.contacts')}>
        {text('commerceContact', maxLength.note)}
        <FieldColumns>
          {text('commerceEmail', maxLength.note, { type: 'email' })}
          {text('commercePhone', maxLength.name, { type: 'tel' })}
        </FieldColumns>
        {text('projectManagerContact', maxLength.note)}
        <FieldColumns>
          {text('projectManagerEmail', maxLength.note, { type: 'email' })}
          {text('projectManagerPhone', maxLength.name, { type: 'tel' })}
        </FieldColumns>
      </FieldGroup>
      <FieldGroup title={t('tenants.group.accounting')}>
        {text('accountingPaymentCustomerId', maxLength.name, { description: t('tenants.accountingPayment.hint') })}
        {text('accountingRefundCustomerId', maxLength.name, { description: t('tenants.accountingRefund.hint') })}
      </FieldGroup>
    </>
  )
}
