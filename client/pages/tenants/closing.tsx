import { Checkbox } from '@mantine/core'
import { closing, type ProductClosing } from '../../../contract/tenants.ts'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useField } from '../../forms/use-field.ts'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
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
  const t = useT()
  const { view, refusal, former } = useQuery(closing, { tenantId, productIds: [...off] })
  const { set, input } = useField({ form, path: 'closing' })
  const confirmed = form.mantine.getValues().closing
  return (
    <Alert severity="warning" title={t('tenants.closing.title')}>
      <div className={classes.closing}>
        {refusal && <p className={classes.line}>{refusalText(refusal)}</p>}
        {view && !former ? (
          <ul className={classes.list}>
            {view.map((each) => (
              <li key={each.product.id}>
                <strong>{each.product.name}</strong>
                <Consequences closing={each} />
              </li>
            ))}
          </ul>
        ) : (
          refusal === null && <p className={classes.line}>{t('ui.loading')}</p>
        )}
        <Checkbox
          label={input.label}
          data-path={input['data-path']}
          error={input.error}
          disabled={view === null || former}
          checked={off.every((id) => confirmed.includes(id))}
          onChange={(event) => set(event.currentTarget.checked ? [...off] : [])}
        />
      </div>
    </Alert>
  )
}

const withReservations = ['PAYMENT', 'LPR', 'GPS', 'SMS'] as const

/** One product in sentences. */
function Consequences({ closing: found }: { closing: ProductClosing }) {
  const t = useT()
  const { product, people, reservations, paidCents, holds, holdCents, recentCents } = found
  const known = withReservations.find((prefix) => prefix === product.prefix)
  const lines: string[] = []
  if (known === undefined) lines.push(t('tenants.closing.people', { people }))
  else if (known === 'PAYMENT') {
    lines.push(t('tenants.closing.PAYMENT', { amount: formatEuros(recentCents) }))
    if (holds > 0) lines.push(t('tenants.closing.holds', { holds, amount: formatEuros(holdCents) }))
    if (reservations > 0)
      lines.push(t('tenants.closing.paid', { reservations, people, amount: formatEuros(paidCents) }))
  } else lines.push(t(`tenants.closing.${known}`, { reservations, people }))
  return lines.map((line) => (
    <p key={line} className={classes.line}>
      {line}
    </p>
  ))
}
