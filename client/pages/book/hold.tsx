import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { abandon, finalize } from '../../../contract/reservations/book.ts'
import type { PaymentMethod, ReservationView } from '../../../contract/reservations/view.ts'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { tabStorage } from '../../ui/tab-storage.ts'
import { Details } from './details.tsx'
import { Documents } from './documents.tsx'
import classes from './hold.module.css'
import { HoldClock, TimeLeft } from './hold-clock.tsx'
import { OptionalDevices } from './optional-devices.tsx'
import { Pay } from './pay.tsx'
import { Price } from './price.tsx'
import { Summary } from './summary.tsx'
import { useDocuments } from './use-documents.ts'
import { usePayment } from './use-payment.ts'
import { useTyped } from './use-typed.ts'
import type { WizardActor } from './wizard.ts'

/** Why booking is refused, if shown elsewhere on the page, so that it is not shown twice. */
const elsewhere: readonly string[] = ['insufficient-credit', 'licence-plate-required', 'documents-not-accepted']

interface HoldProps {
  row: ReservationView
  wizard: WizardActor
  /** The wizard is busy: nothing may be changed while booking is on its way. */
  busy: boolean
  /** There was no reply; the live row will show the outcome. */
  settling: boolean
  /** The last try had no reply, and the row shows no outcome so far. */
  unsettled: boolean
  ready: boolean
  onGaveUp: () => void
}

/** The held place on one page: optional devices, fields, documents, price, and the one button (BOOK-2, HOLD-2). */
export function Hold({ row, wizard, busy, settling, unsettled, ready, onGaveUp }: HoldProps) {
  const t = useT()
  const typed = useTyped(row)
  const documents = useDocuments(row)
  const pay = usePayment(row)
  const [refused, setRefused] = useState<{ code: string; text: string } | null>(null)
  const [leaving, setLeaving] = useState(false)
  const plate = useRef<HTMLInputElement>(null)
  const details = row.rules.licencePlateMandatory && typed.values.licencePlate.trim() === ''
  const missingDocuments = !documents.complete
  useEffect(() => {
    wizard.send({ type: 'FILLED', missing: { details, documents: missingDocuments } })
  }, [wizard, details, missingDocuments])

  const reason = useMemo(() => {
    if (settling) return t('booking.settling')
    if (details) return t('booking.missing.plate')
    if (missingDocuments) return t('booking.missing.documents')
    return pay.reason
  }, [t, settling, details, missingDocuments, pay.reason])
  const off = reason !== null || !ready

  const book = async () => {
    if (busy || off || pay.way === null) {
      if (details) plate.current?.focus()
      return
    }
    wizard.send({ type: 'BOOK' })
    setRefused(null)
    const unsaved = await typed.flush()
    if (unsaved) {
      setRefused({ code: unsaved.code, text: refusalText(unsaved) })
      wizard.send({ type: 'REFUSED', code: unsaved.code })
      return
    }
    // Before it is sent: the live row may show the payment before the reply arrives.
    if (pay.way.method === 'card') tabStorage.set(`pay ${row.id}`, true)
    const answer = await send(finalize, {
      reservationId: row.id,
      priceCents: row.priceCents,
      paymentMethod: pay.way.method satisfies PaymentMethod,
      costCenterId: pay.way.costCenterId,
      acceptedDocumentIds: documents.acceptedIds,
    })
    if (answer.ok) {
      tabStorage.remove(`documents ${row.id}`)
      return wizard.send({ type: answer.reply.payment ? 'PAY' : 'BOOKED' })
    }
    const { code } = answer.refusal
    if (code === 'outcome-unknown') return wizard.send({ type: 'UNKNOWN' })
    tabStorage.remove(`pay ${row.id}`)
    setRefused({ code, text: refusalText(answer.refusal) })
    wizard.send({ type: 'REFUSED', code })
    if (code === 'licence-plate-required') plate.current?.focus()
    if (code === 'documents-not-accepted') documents.again()
    if (code === 'insufficient-credit' || code === 'cost-center-not-allowed') pay.again()
  }

  const giveUp = async () => {
    setLeaving(true)
    const answer = await send(abandon, { reservationId: row.id })
    setLeaving(false)
    if (!answer.ok) return notify.refusal(answer.refusal)
    wizard.send({ type: 'GAVE_UP' })
    notify.success(t('booking.gaveUp', { name: row.device.name }))
    onGaveUp()
  }

  const free = row.priceCents === 0
  const until = row.hold === null ? null : Date.parse(row.hold.until)
  return (
    <Page
      title={t('booking.hold.title', { name: row.device.name })}
      lead={t('booking.hold.lead', { site: row.site.name })}
    >
      <div className={classes.parts}>
        <div className={classes.form}>
          <Panel>
            <Summary row={row} />
            <div className={classes.clock}>
              {until !== null && <HoldClock until={until} />}
              <Button
                variant="subtle"
                color="neutral"
                loading={leaving}
                disabled={busy}
                onClick={() => void giveUp()}
                leftSection={<Icon name="close" size={18} />}
              >
                {t('booking.giveUp')}
              </Button>
            </div>
          </Panel>
          <OptionalDevices row={row} typed={typed} />
          <Details row={row} typed={typed} plate={plate} missing={details} />
          <Documents documents={documents} typed={typed} />
        </div>
        <div className={classes.review}>
          <Panel title={t('booking.review')}>
            <Price row={row} />
            {!free && <Pay pay={pay} priceCents={row.priceCents} refused={refused?.code ?? null} />}
            {refused && !elsewhere.includes(refused.code) && (
              <Alert severity={refused.code === 'price-changed' ? 'warning' : 'error'}>{refused.text}</Alert>
            )}
            {(settling || unsettled) && <Alert severity="warning">{refusalText({ code: 'outcome-unknown' })}</Alert>}
          </Panel>
          <div className={classes.bar}>
            <div className={classes.above}>
              <p id="booking-reason" className={classes.reason} role="status">
                {reason}
              </p>
              {until !== null && <TimeLeft until={until} />}
            </div>
            <Button
              fullWidth
              size="lg"
              className={classes.book ?? ''}
              loading={busy}
              aria-describedby="booking-reason"
              {...(off ? { 'aria-disabled': true, 'data-off': true } : {})}
              onClick={() => void book()}
            >
              {free
                ? t('booking.book.free')
                : t(pay.way?.method === 'card' ? 'booking.book.card' : 'booking.book', {
                    price: formatEuros(row.priceCents),
                  })}
            </Button>
          </div>
        </div>
      </div>
    </Page>
  )
}

/** Whether this tab has just begun a payment, so that it may redirect automatically; true once. */
export function justBegan(reservationId: number): boolean {
  const began = tabStorage.get<boolean>(`pay ${reservationId}`) === true
  tabStorage.remove(`pay ${reservationId}`)
  return began
}
