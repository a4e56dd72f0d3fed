import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { mine } from '../../../contract/payments.ts'
import type { PaymentView } from '../../../contract/reservations/view.ts'
import { formatCountdown, formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useProviderRedirect } from '../../payments/use-provider-redirect.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'

/** A payment by its live view: null until it is told. */
function usePayment(id: string): PaymentView | null {
  const live = useWatch(mine, {})
  return useRow(live, 'payment', id)
}

/** A card payment begun here: goes to the provider, and shows how long the portal waits. `onUnpaid` if it failed. */
export function Paying({ paymentId, onUnpaid }: { paymentId: string; onUnpaid: () => void }) {
  const t = useT()
  const payment = usePayment(paymentId)
  useProviderRedirect(payment)
  const left = useCountdown(payment?.expiresAt ? Date.parse(payment.expiresAt) : null)
  const over = payment !== null && payment.state !== 'pending' && payment.state !== 'succeeded'
  useEffect(() => {
    if (over) onUnpaid()
  }, [over, onUnpaid])
  if (payment === null || payment.url === null || payment.state !== 'pending')
    return <Alert severity="info">{t('reservations.paying.wait')}</Alert>
  return (
    <Alert
      severity="info"
      title={t('common.amountToPay', { amount: formatEuros(payment.amountCents) })}
      action={
        <Button component="a" href={payment.url} leftSection={<Icon name="card" size={18} />}>
          {t('reservations.paying.act')}
        </Button>
      }
    >
      {t('reservations.paying.left', { left: formatCountdown(left) })}
    </Alert>
  )
}
