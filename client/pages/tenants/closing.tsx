import { closing } from '../../../contract/tenants.ts'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { nameIn } from '../../i18n/named.ts'
import { ClosingAlert } from '../../products/closing-alert.tsx'
import { Consequences } from '../../products/consequences.tsx'
import { useQuery } from '../../stores/use-query.ts'
import type { TenantValues } from './tenant-fields.ts'
import classes from './tenants.module.css'

interface ClosingProps {
  form: CommandForm<TenantValues>
  tenantId: number
  /** Products that are switched off by saving. */
  off: readonly number[]
}

/** What the products close that are about to be switched off: how many people and reservations, and how much money. */
export function Closing({ form, tenantId, off }: ClosingProps) {
  const { view, refusal, former } = useQuery(closing, { tenantId, productIds: [...off] })
  return (
    <ClosingAlert
      form={form}
      known={view !== null && !former}
      refusal={refusal}
      confirms={(confirmed) => off.every((id) => (confirmed as number[]).includes(id))}
      valueOf={(confirmed) => (confirmed ? [...off] : [])}
    >
      <ul className={classes.list}>
        {view?.map((each) => (
          <li key={each.product.id}>
            <strong>{nameIn(each.product)}</strong>
            <Consequences prefix={each.product.prefix} closing={each} />
          </li>
        ))}
      </ul>
    </ClosingAlert>
  )
}
