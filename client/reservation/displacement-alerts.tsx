import { useSyncExternalStore } from 'react'
import type { BookedView } from '../../contract/reservations/view.ts'
import { formatDateTime, formatEuros } from '../i18n/format.ts'
import { type t as translate, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { onTick, serverNow } from '../ui/clock.ts'
import { ReasonButton } from '../ui/reason-button.tsx'
import { currentDisplacements, displacementStatus } from './displacements.ts'
import { refundNow } from './refund-now.ts'

type DisplacementView = BookedView['displacements'][number]
const everySecond = (listener: () => void) => onTick(1_000, listener)

interface DisplacementAlertsProps {
  view: BookedView
  /** Why cancelling is disabled, as a sentence; null = enabled. */
  off?: string | null
  /** Without it there is no button: read-only. */
  onCancel?: () => void
  /** Names the contact at the place. */
  contact?: boolean
}

/** What takes the place away from a reservation, what happens next, and how to cancel with a refund (MAINT-2). */
export function DisplacementAlerts({ view, off = null, onCancel, contact = false }: DisplacementAlertsProps) {
  const t = useT()
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 1_000) * 1_000)
  const displacements = currentDisplacements(view, now)
  const zone = view.site.timeZone
  const refundCents = refundNow(view, now)
  return displacements.map((displacement, at) => (
    <Alert
      key={`${displacement.by} ${displacement.from} ${displacement.until}`}
      severity="warning"
      title={t(displacement.by === 'maintenance' ? 'displacement.title' : 'displacement.overstay.title')}
      action={
        at === 0 &&
        onCancel && (
          <ReasonButton
            icon="cross"
            label={t('displacement.cancel.of', { device: view.device.name })}
            reason={off}
            onAct={onCancel}
          >
            {t('displacement.cancel')}
          </ReasonButton>
        )
      }
    >
      <div>{displacementText(displacement, zone, t)}</div>
      <div>{statusText(displacement, now, zone, t)}</div>
      {at === 0 && (
        <div>
          {refundCents > 0
            ? t(onCancel ? 'displacement.back' : 'displacement.back.of', {
                amount: formatEuros(refundCents),
              })
            : view.paidCents === 0 && onCancel && t('displacement.back.free')}
        </div>
      )}
      {at === 0 && contact && view.site.supportInfo !== null && (
        <div>{t('displacement.contact', { contact: view.site.supportInfo })}</div>
      )}
    </Alert>
  ))
}

function displacementText({ by, reason, from, until }: DisplacementView, zone: string, t: typeof translate): string {
  if (by === 'overstay') return t('displacement.overstay')
  const values = { from: formatDateTime(from, zone), reason: reason ?? '' }
  return until === null
    ? t('displacement.open', values)
    : t('displacement.span', { ...values, until: formatDateTime(until, zone) })
}

function statusText(displacement: DisplacementView, now: number, zone: string, t: typeof translate): string {
  const status = displacementStatus(displacement, now)
  if (status !== 'looking') return t(`displacement.${status}`)
  return t('displacement.looking', { time: formatDateTime(displacement.triesUntil ?? '', zone) })
}
