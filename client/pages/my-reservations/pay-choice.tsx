import { Link } from '@tanstack/react-router'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import type { PaymentWay } from '../../payments/payment-ways.ts'
import { Alert } from '../../ui/alert.tsx'
import { Choices } from '../../ui/choices.tsx'

interface PayChoiceProps {
  ways: readonly PaymentWay[]
  chosen: string | null
  onChoose: (key: string) => void
}

/** Payment methods; insufficient credit says so, and where to top up. */
export function PayChoice({ ways, chosen, onChoose }: PayChoiceProps) {
  const t = useT()
  const short = ways.some(({ missingCents }) => missingCents > 0)
  return (
    <>
      <Choices
        label={t('reservations.pay')}
        value={chosen}
        onChange={onChoose}
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
