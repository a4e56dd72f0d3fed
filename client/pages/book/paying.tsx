import { Button, Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { mine as payments } from '../../../contract/payments.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { formatEuros } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { justBegan } from './hold.tsx'
import classes from './paying.module.css'
import { Summary } from './summary.tsx'

/** The place waits for a card payment. Right after it was begun the page redirects; after a reload there is a button. */
export function Paying({ row }: { row: ReservationView }) {
  const t = useT()
  const live = useWatch(payments, {})
  const payment = useRow(live, 'payment', row.payment?.id ?? '') ?? row.payment
  const url = payment?.state === 'pending' ? payment.url : null
  const began = useRef<boolean | null>(null)
  useEffect(() => {
    began.current ??= justBegan(row.id)
    if (url === null || !began.current) return
    began.current = false
    window.location.assign(url)
  }, [url, row.id])
  return (
    <Page title={t('booking.paying.title')} lead={t('booking.paying.lead')} width="read">
      <Panel>
        <Summary row={row} />
        <PayLink url={url} priceCents={row.priceCents} />
      </Panel>
    </Page>
  )
}

/** Link to the page of the payment provider, once it is open. */
export function PayLink({ url, priceCents }: { url: string | null; priceCents: number }) {
  const t = useT()
  return (
    <div className={classes.pay} role="status">
      {url === null ? (
        <p className={classes.payText}>
          <Loader size={20} />
          {t('booking.paying.opening')}
        </p>
      ) : (
        <Button component="a" href={url} size="lg" leftSection={<Icon name="card" size={20} />}>
          {t('booking.paying.go', { price: formatEuros(priceCents) })}
        </Button>
      )}
    </div>
  )
}
