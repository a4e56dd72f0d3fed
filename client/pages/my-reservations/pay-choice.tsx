import { Link } from '@tanstack/react-router'
import { RadioField } from '../../forms/radio-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import type { PaymentWay } from '../../payments/payment-ways.ts'
import { Alert } from '../../ui/alert.tsx'
import type { ExtendValues } from './extend-fields.ts'

interface PayChoiceProps {
  ways: readonly PaymentWay[]
  form: CommandForm<ExtendValues>
  chosen: string | null
}

/** Payment methods; insufficient credit says so, and where to top up. */
export function PayChoice({ ways, form, chosen }: PayChoiceProps) {
  const t = useT()
  const short = ways.some(({ missingCents }) => missingCents > 0)
  return (
    <>
      <RadioField
        form={form}
        path="paymentMethod"
        chosen={chosen}
        choices={ways.map((way) => ({
          value: way.key,
          label: way.method === 'cost-center' ? `${way.number} ${way.name}` : t(`reservations.method.${way.method}`),
          ...(way.method === 'credit'
            ? { text: t('reservations.pay.balance', { amount: formatEuros(way.balanceCents) }) }
            : {}),
          reason: way.missingCents > 0 ? refusalText({ code: 'insufficient-credit' }) : null,
        }))}
      />
      {short && (
        <Alert severity="info" action={<Link to="/credit">{t('credit.topUp')}</Link>}>
          {t('reservations.pay.short')}
        </Alert>
      )}
    </>
  )
}
