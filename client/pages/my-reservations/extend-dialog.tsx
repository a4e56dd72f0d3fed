import { Button } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type * as z from 'zod'
import { options as payOptions } from '../../../contract/payments.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { extend } from '../../../contract/reservations.ts'
import { extensionPrice } from '../../../machines/extension.ts'
import { FormDialog } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { formatEuros, formatSpan } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { paymentWays } from '../../payments/payment-ways.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ExtendEnd } from './extend-end.tsx'
import { type ExtendValues, extendFields } from './extend-fields.ts'
import { ExtendOffer } from './extend-offer.tsx'
import { PayChoice } from './pay-choice.tsx'
import { Paying } from './paying.tsx'
import { useExtension } from './use-extension.ts'
import { useTold } from './use-told.ts'

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
  const { state, tell, answer } = useExtension(view, moved)
  const { deviceId, refusal, paymentId } = state.context
  const money = useQuery(payOptions, {})
  const price = extensionPrice(state.context)
  const ways = money.view && price !== null && price > 0 ? paymentWays(money.view, price) : []
  const payable = ways.filter(({ missingCents }) => missingCents === 0)
  const settled = state.matches('unknown') || state.matches('paying')
  const [present] = useState(view.end)
  const wayOf = (key: string | null) => (price === 0 ? free : (payable.find((way) => way.key === key) ?? payable[0]))
  const form = useCommandForm<typeof extend, ExtendValues>({
    def: extend,
    fields: extendFields,
    initial: { end: present, deviceId: null, paymentMethod: null },
    mode: settled ? 'view' : 'add',
    toInput: ({ end, paymentMethod }) =>
      ({
        reservationId: view.id,
        end,
        ...(deviceId === null ? {} : { deviceId }),
        paymentMethod: wayOf(paymentMethod)?.method,
        costCenterId: wayOf(paymentMethod)?.costCenterId ?? null,
        priceCents: price,
      }) as z.input<typeof extend.input>,
    onDone: ({ payment }) => tell({ type: 'EXTENDED', paymentId: payment?.id ?? null }),
  })
  const { end, paymentMethod } = form.mantine.getValues()
  const way = wayOf(paymentMethod)
  useTold(form, end === present ? null : end, deviceId, tell)
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
  const hindrance = (): string | null => {
    if (state.matches('choosing') || end === null) return t('reservations.extend.hint')
    if (state.matches('elsewhere') && price === null) return t('reservations.extend.move')
    if (state.matches('refused') && answer?.refusal) return refusalText(answer.refusal)
    if (state.matches('unanswered') && refusal) return refusalText(refusal)
    if (price === null || (price > 0 && money.view === null)) return t('reservations.extend.asking')
    return way === undefined ? refusalText({ code: 'insufficient-credit' }) : null
  }
  return (
    <FormDialog
      form={form}
      title={t('reservations.extend.title')}
      lead={`${view.device.name} · ${formatSpan(view.start, view.end, view.site.timeZone)}`}
      act={
        price === null || price === 0
          ? t('reservations.extend.act')
          : t('reservations.extend.pay', { price: formatEuros(price) })
      }
      failed={t('reservations.extend.failed')}
      reason={form.busy ? null : hindrance()}
      onClose={onClose}
    >
      <ExtendEnd view={view} form={form} />
      {refusal && state.matches('unanswered') && (
        <>
          <Alert severity="error" title={t('reservations.extend.failed')}>
            {refusalText(refusal)}
          </Alert>
          <Button variant="default" onClick={() => tell({ type: 'RETRY' })}>
            {t('ui.retry')}
          </Button>
        </>
      )}
      {state.matches('choosing') && <p>{t('reservations.extend.hint')}</p>}
      {state.matches('asking') && answer === null && <RowsSkeleton rows={1} height="4.5rem" />}
      {answer !== null && !state.matches('paying') && (
        <ExtendOffer
          view={view}
          form={form}
          answer={answer}
          deviceId={deviceId}
          onMove={(id) => tell({ type: 'CHOOSE', deviceId: id })}
        />
      )}
      {ways.length > 0 && !settled && !form.busy && <PayChoice form={form} ways={ways} chosen={way?.key ?? null} />}
      {paymentId !== null && state.matches('paying') && <Paying paymentId={paymentId} onUnpaid={unpaid} />}
    </FormDialog>
  )
}
