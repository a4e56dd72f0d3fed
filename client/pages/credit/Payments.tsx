import { Button } from '@mantine/core'
import type { mine } from '../../../contract/payments.ts'
import type { PaymentView } from '../../../contract/reservation-view.ts'
import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Live, sameList, useRows } from '../../stores/useWatch.ts'
import { Icon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './credit.module.css'

/** Open ones first; of those that are over only what a person still has to know. */
const shown = (rows: PaymentView[]) =>
  rows
    .filter(({ state, outcome }) => state === 'pending' || state === 'failed' || outcome !== null)
    .sort((a, b) => Number(b.state === 'pending') - Number(a.state === 'pending'))
    .slice(0, 3)

/** Card payments of the last day and what became of them, live. */
export function Payments({ live }: { live: Live<(typeof mine)['kinds']> }) {
  const t = useT()
  const payments = useRows(live, 'payment', shown, sameList)
  if (payments.length === 0) return null
  return (
    <section className={classes.payments} aria-label={t('credit.payments')}>
      {payments.map((payment) => (
        <Payment key={payment.id} payment={payment} />
      ))}
    </section>
  )
}

function Payment({ payment }: { payment: PaymentView }) {
  const t = useT()
  const amount = formatEuros(payment.amountCents)
  if (payment.state === 'pending') {
    return (
      <Notice
        severity="info"
        title={t('credit.pending', { amount })}
        action={
          payment.url !== null && (
            <Button component="a" href={payment.url} leftSection={<Icon name="card" size={18} />}>
              {t('reservations.paying.act')}
            </Button>
          )
        }
      >
        {t(payment.url === null ? 'reservations.paying.wait' : 'credit.pending.text')}
      </Notice>
    )
  }
  if (payment.state === 'succeeded') {
    return (
      <Notice severity="success" title={t('credit.succeeded', { amount })}>
        {t(`credit.outcome.${payment.outcome ?? 'credited'}`)}
      </Notice>
    )
  }
  return (
    <Notice severity="warning" title={t('credit.failed', { amount })}>
      {t('credit.failed.text')}
    </Notice>
  )
}
