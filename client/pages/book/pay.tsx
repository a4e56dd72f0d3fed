import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { mine as payments, topUp } from '../../../contract/payments.ts'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { type PaymentWay, topUpFor } from '../../payments/payment-ways.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './hold.module.css'
import type { PaymentChoice } from './use-payment.ts'

const icons = { credit: 'euro', 'cost-center': 'zone', card: 'card' } as const

/** Credit with its balance, cost centres, card. Insufficient credit shows what is missing and offers a top-up. */
export function Pay({ pay, priceCents, refused }: { pay: PaymentChoice; priceCents: number; refused: string | null }) {
  const t = useT()
  if (pay.options === null) return null
  const words = (way: PaymentWay) => {
    if (way.method === 'credit')
      return [t('common.credit'), t('booking.pay.balance', { balance: formatEuros(way.balanceCents) })] as const
    if (way.method === 'cost-center') return [way.name, t('booking.pay.costCenter', { number: way.number })] as const
    return [t('booking.pay.card'), t('booking.pay.cardHint')] as const
  }
  const chosen = pay.ways.find(({ key }) => key === pay.chosen)
  return (
    <>
      <fieldset className={classes.ways}>
        <legend className={classes.waysLegend}>{t('booking.pay')}</legend>
        {pay.ways.map((way) => {
          const [name, hint] = words(way)
          return (
            <label key={way.key} className={classes.way}>
              <input
                className={classes.wayInput}
                type="radio"
                name="way-to-pay"
                value={way.key}
                checked={pay.chosen === way.key}
                onChange={() => pay.choose(way.key)}
              />
              <Icon name={icons[way.method]} />
              <span>
                {name}
                <small className={classes.wayNote}>{hint}</small>
              </span>
            </label>
          )
        })}
      </fieldset>
      {chosen?.method === 'credit' && (chosen.missingCents > 0 || refused === 'insufficient-credit') && (
        <TopUp
          missingCents={Math.max(chosen.missingCents, 1)}
          priceCents={priceCents}
          card={pay.options.card && pay.options.topUp}
        />
      )}
    </>
  )
}

/** Insufficient credit: the missing amount, and a top-up by card that covers it. Opens the provider's page here when it is ready. */
function TopUp({ missingCents, priceCents, card }: { missingCents: number; priceCents: number; card: boolean }) {
  const t = useT()
  const [payment, setPayment] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const live = useWatch(payments, {})
  const row = useRow(live, 'payment', payment ?? '')
  useEffect(() => {
    if (row?.state === 'pending' && row.url !== null) window.location.assign(row.url)
  }, [row])
  const amountCents = topUpFor(missingCents)
  const start = async () => {
    setBusy(true)
    const answer = await send(topUp, { amountCents })
    if (answer.ok) return setPayment(answer.reply.payment.id)
    setBusy(false)
    notify.refusal(answer.refusal)
  }
  return (
    <Alert severity="warning" title={refusalText({ code: 'insufficient-credit' })}>
      <p>{t('booking.pay.missing', { missing: formatEuros(missingCents), price: formatEuros(priceCents) })}</p>
      {card && (
        <div className={classes.short}>
          <Button
            variant="light"
            loading={busy}
            onClick={() => void start()}
            leftSection={<Icon name="card" size={18} />}
          >
            {t('booking.pay.topUp', { amount: formatEuros(amountCents) })}
          </Button>
        </div>
      )}
    </Alert>
  )
}
