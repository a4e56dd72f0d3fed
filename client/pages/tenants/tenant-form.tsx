import type { ReactNode } from 'react'
import { maxLength } from '../../../contract/fields.ts'
import { maxPrefix } from '../../../contract/tenants.ts'
import { ChoiceField, NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
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

const timeZones = Intl.supportedValuesOf('timeZone')

/** The fields of a company, in groups. */
export function TenantForm({ form, products, tenant }: TenantFormProps) {
  const t = useT()
  const zone = form.mantine.getValues().timeZone
  const text = (path: string, max: number, more: { description?: string; type?: 'tel' | 'email' | 'date' } = {}) => (
    <TextField form={form} path={path} maxLength={max} {...more} />
  )
  return (
    <>
      <Group>
        {text('name', maxLength.name)}
        {text('label', maxLength.name, { description: t('tenants.label.hint') })}
        {text('prefix', maxPrefix, { description: t('tenants.prefix.hint') })}
      </Group>
      <Group title={t('tenants.group.legal')}>
        {text('legalName', maxLength.note)}
        {text('addressLine1', maxLength.note)}
        {text('addressLine2', maxLength.note)}
        <div className={classes.beside}>
          {text('zip', maxLength.name)}
          {text('city', maxLength.note)}
          {text('country', maxLength.name)}
        </div>
        <div className={classes.beside}>
          {text('taxId', maxLength.name)}
          <NumberField
            form={form}
            path="taxRatePercent"
            unit="%"
            decimals
            description={t('tenants.taxRatePercent.hint')}
          />
        </div>
        <ChoiceField
          form={form}
          path="timeZone"
          options={[...new Set([...timeZones, zone])].map((name) => [name, name.replaceAll('_', ' ')])}
          description={t('tenants.timeZone.hint')}
        />
      </Group>
      <Group title={t('tenants.license')}>
        <div className={classes.beside}>
          {text('licenseStart', 10, { type: 'date' })}
          {text('licenseEnd', 10, { type: 'date' })}
        </div>
        <p className={classes.hint}>{t('tenants.license.hint')}</p>
        <SwitchField form={form} path="monitoring" description={t('tenants.monitoring.hint')} />
      </Group>
      <ProductsField form={form} products={products} {...(tenant ? { tenant } : {})} />
      <ThemeField form={form} />
      {text('loginPath', maxLength.name, { description: t('tenants.loginPath.hint') })}
      <Group title={t('tenants.group.contacts')}>
        {text('commerceContact', maxLength.note)}
        <div className={classes.beside}>
          {text('commerceEmail', maxLength.note, { type: 'email' })}
          {text('commercePhone', maxLength.name, { type: 'tel' })}
        </div>
        {text('projectManagerContact', maxLength.note)}
        <div className={classes.beside}>
          {text('projectManagerEmail', maxLength.note, { type: 'email' })}
          {text('projectManagerPhone', maxLength.name, { type: 'tel' })}
        </div>
      </Group>
      <Group title={t('tenants.group.accounting')}>
        {text('accountingPaymentCustomerId', maxLength.name, { description: t('tenants.accountingPayment.hint') })}
        {text('accountingRefundCustomerId', maxLength.name, { description: t('tenants.accountingRefund.hint') })}
      </Group>
    </>
  )
}

/** Fields that belong together. */
function Group({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      {title !== undefined && <legend className={classes.legend}>{title}</legend>}
      {children}
    </fieldset>
  )
}
