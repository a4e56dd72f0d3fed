import { ChoicesField } from '../../forms/choices-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { formatList } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { descriptionIn } from '../../products/product-texts.ts'
import { Closing } from './closing.tsx'
import { type ProductsView, switchedOff, type TenantValues, type TenantView } from './tenant-fields.ts'

interface ProductsFieldProps {
  form: CommandForm<TenantValues>
  products: ProductsView
  tenant?: TenantView
}

/** The products of a company: the basic ones for information, the others to choose; what is switched off says first what that closes (ADM-25). */
export function ProductsField({ form, products: { basic, extra }, tenant }: ProductsFieldProps) {
  const t = useT()
  const off = tenant ? switchedOff(tenant.productIds, form.mantine.getValues().productIds) : []
  return (
    <>
      <ChoicesField
        form={form}
        path="productIds"
        description={t('tenants.products.basic', { names: formatList(basic.map(nameIn)) })}
        options={extra.map((product) => [product.id, nameIn(product), descriptionIn(product) ?? undefined])}
      />
      {tenant && off.length > 0 && <Closing form={form} tenantId={tenant.id} off={off} />}
    </>
  )
}
