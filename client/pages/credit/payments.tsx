import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { mine } from '../../../contract/payments.ts'
import type { PaymentView } from '../../../contract/reservations/view.ts'
import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Live, sameList, useRows } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import classes from './credit.module.css'

/** Payments that need attention: open ones, the one that the person returns from, and those that ended unexpectedly. */
function worthSaying({ id, state, outcome }: PaymentView, returned: string | null): boolean {
  return state === 'pending' || id === returned || outcome === 'moved' || outcome === 'refunded'
}

/** Card payments of the last day and their outcomes, live. `returned` = the payment whose page the person comes from. */
export function Payments({ live, returned }: { live: Live<(typeof mine)['kinds'][number]>; returned: string | null }) {
  const t = useT()
  const pick = useCallback(
    (rows: PaymentView[]) => rows.filter((payment) => worthSaying(payment, returned)).slice(0, 3),
    [returned],
  )
  const payments = useRows(live, 'payment', pick, sameList)
  if (payments.length === 0) return null
  return (
    <section className={classes.payments} aria-label={t('credit.payments')}>
      {payments.map((payment) => (
        <Payment key={payment.id} payment={payment} returned={payment.id === returned} />
      ))}
    </section>
  )
}

function Payment({ payment, returned }: { payment: PaymentView; returned: boolean }) {
  const t = useT()
  const amount = formatEuros(payment.amountCents)
  if (payment.state === 'pending') {
    return (
      <Alert
        severity="info"
        title={t('common.amountToPay', { amount })}
        action={
          payment.url !== null && (
            <Button component="a" href={payment.url} leftSection={<Icon name="card" size={18} />}>
              {t('reservations.paying.act')}
            </Button>
          )
        }
      >
        {t(
          payment.url === null ? 'reservations.paying.wait' : returned ? 'credit.pending.soon' : 'credit.pending.text',
        )}
      </Alert>
    )
  }
  if (payment.state === 'succeeded') {
    return (
      <Alert severity="success" title={t('credit.succeeded', { amount })}>
        {t(`credit.outcome.${payment.outcome ?? 'credited'}`)}
      </Alert>
    )
  }
  return (
    <Alert severity="warning" title={t('credit.failed', { amount })}>
      {t('credit.failed.text')}
    </Alert>
  )
}
