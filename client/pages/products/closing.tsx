import { closing } from '../../../contract/products.ts'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { ClosingAlert } from '../../products/closing-alert.tsx'
import { Consequences, Lines } from '../../products/consequences.tsx'
import { useQuery } from '../../stores/use-query.ts'
import type { ProductDetails, ProductValues } from './product-fields.ts'

interface ClosingProps {
  form: CommandForm<ProductValues>
  product: ProductDetails
}

/** What the edit of a product takes away: from how many people and companies, and what their reservations lose. */
export function Closing({ form, product }: ClosingProps) {
  const t = useT()
  const { prefix, basic, roleIds } = form.mantine.getValues()
  const { view, refusal, former } = useQuery(closing, { productId: product.id, prefix, basic, roleIds })
  const lines: string[] = []
  if (view && view.tenants > 0) lines.push(t('products.closing.tenants', { tenants: view.tenants }))
  if (view) lines.push(t('products.closing.people', { people: view.people }))
  return (
    <ClosingAlert
      form={form}
      known={view !== null && !former}
      refusal={refusal}
      confirms={(confirmed) => confirmed === true}
      valueOf={(confirmed) => confirmed}
    >
      <Lines lines={lines} />
      {view?.used && <Consequences prefix={product.prefix} closing={view.used} />}
    </ClosingAlert>
  )
}
