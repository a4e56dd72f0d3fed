import { Button } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { options as payOptions } from '../../../contract/payments.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { extensionPrice } from '../../../machines/extension.ts'
import { formatEuros, formatSpan } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { paymentWays } from '../../payments/payment-ways.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ExtendEnd } from './extend-end.tsx'
import { ExtendOffer } from './extend-offer.tsx'
import { PayChoice } from './pay-choice.tsx'
import { Paying } from './paying.tsx'
import { useExtension } from './use-extension.ts'

interface ExtendDialogProps {
  view: ReservationView
  /** Changes when claims at the site did. */
  moved: number
  onClose: () => void
}

const free = { key: 'free', method: 'free', costCenterId: null } as const

/** Extends a stay: a new end, its price, the place, the payment; it becomes a connected follow-up (RES-4). */
export function ExtendDialog({ view, moved, onClose }: ExtendDialogProps) {
  const t = useT()
  const { state, tell, order, answer } = useExtension(view, moved)
  const { end, deviceId, refusal, paymentId } = state.context
  const money = useQuery(payOptions, {})
  const [chosen, setChosen] = useState<string | null>(null)
  const price = extensionPrice(state.context)
  const ways = money.view && price !== null && price > 0 ? paymentWays(money.view, price) : []
  const payable = ways.filter(({ missingCents }) => missingCents === 0)
  const way = price === 0 ? free : (payable.find(({ key }) => key === chosen) ?? payable[0])
  const ready = way !== undefined && (state.matches('offered') || state.matches('elsewhere'))
  const busy = state.matches('sending')
  const settled = busy || state.matches('unknown') || state.matches('paying')
  const finish = useEffectEvent(() => {
    notify.success(t('reservations.extend.done'))
    onClose()
  })
  const done = state.status === 'done'
  useEffect(() => {
    if (done) finish()
  }, [done])
  const unpaid = useCallback(() => {
    notify.warning(t('reservations.paying.failed'))
    tell({ type: 'UNPAID' })
  }, [t, tell])
  return (
    <Dialog
      title={t('reservations.extend.title')}
      lead={`${view.device.name} · ${formatSpan(view.start, view.end, view.site.timeZone)}`}
      onClose={onClose}
      onSubmit={() => ready && void order(way)}
      cancel={settled && !busy ? t('ui.close') : undefined}
      act={{
        label:
          price === null || price === 0
            ? t('reservations.extend.act')
            : t('reservations.extend.pay', { price: formatEuros(price) }),
        busy,
        disabled: !ready && !busy,
      }}
    >
      <ExtendEnd view={view} end={end} disabled={settled} onPick={(moment) => tell({ type: 'PICK', end: moment })} />
      {refusal && (
        <Alert severity="error" title={t('reservations.extend.failed')}>
          {refusalText(refusal)}
        </Alert>
      )}
      {state.matches('unanswered') && (
        <Button variant="default" onClick={() => tell({ type: 'RETRY' })}>
          {t('ui.retry')}
        </Button>
      )}
      {state.matches('unknown') && (
        <Alert severity="warning" title={t('reservations.unknown.title')}>
          {refusalText({ code: 'outcome-unknown' })}
        </Alert>
      )}
      {state.matches('choosing') && <p>{t('reservations.extend.hint')}</p>}
      {state.matches('asking') && answer === null && <RowsSkeleton rows={1} height="4.5rem" />}
      {answer !== null && !state.matches('paying') && (
        <ExtendOffer
          view={view}
          answer={answer}
          deviceId={deviceId}
          onMove={(id) => tell({ type: 'CHOOSE', deviceId: id })}
          onPick={(moment) => tell({ type: 'PICK', end: moment })}
        />
      )}
      {ways.length > 0 && !settled && <PayChoice ways={ways} chosen={way?.key ?? null} onChoose={setChosen} />}
      {paymentId !== null && state.matches('paying') && <Paying paymentId={paymentId} onUnpaid={unpaid} />}
    </Dialog>
  )
}
