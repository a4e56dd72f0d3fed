import { useSyncExternalStore } from 'react'
import type { BookedView } from '../../contract/reservations/view.ts'
import { formatDateTime, formatEuros } from '../i18n/format.ts'
import { type t as translate, useT } from '../i18n/i18n.ts'
import { onTick, serverNow } from '../ui/clock.ts'
import { Notice } from '../ui/notice.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'
import { hitStanding, hitsNow } from './displacements.ts'
import { dueNow } from './due.ts'

type HitView = BookedView['hits'][number]
const everySecond = (listener: () => void) => onTick(1_000, listener)

interface HitsProps {
  view: BookedView
  /** Why cancelling is off, as a sentence; null = it works. */
  off?: string | null
  /** Without it there is no button: where one only looks. */
  onCancel?: () => void
  /** Names whom to ask at the place. */
  contact?: boolean
}

/** What takes the place away from a reservation, how it goes on, and the way out with the money back (MAINT-2). */
export function Hits({ view, off = null, onCancel, contact = false }: HitsProps) {
  const t = useT()
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 1_000) * 1_000)
  const hits = hitsNow(view, now)
  const zone = view.site.timeZone
  const due = dueNow(view, now)
  return hits.map((hit, at) => (
    <Notice
      key={`${hit.by} ${hit.from} ${hit.until}`}
      severity="warning"
      title={t(hit.by === 'maintenance' ? 'maintenance.hit.title' : 'maintenance.hit.overstay.title')}
      action={
        at === 0 &&
        onCancel && (
          <ReasonButton
            icon="cross"
            label={t('maintenance.hit.cancel.of', { device: view.device.name })}
            reason={off}
            onAct={onCancel}
          >
            {t('maintenance.hit.cancel')}
          </ReasonButton>
        )
      }
    >
      <div>{hitText(hit, zone, t)}</div>
      <div>{standingText(hit, now, zone, t)}</div>
      {at === 0 && (
        <div>
          {due > 0
            ? t(onCancel ? 'maintenance.hit.back' : 'maintenance.hit.back.of', { amount: formatEuros(due) })
            : view.paidCents === 0 && onCancel && t('maintenance.hit.back.free')}
        </div>
      )}
      {at === 0 && contact && view.site.supportInfo !== null && (
        <div>{t('maintenance.hit.contact', { contact: view.site.supportInfo })}</div>
      )}
    </Notice>
  ))
}

function hitText({ by, reason, from, until }: HitView, zone: string, t: typeof translate): string {
  if (by === 'overstay') return t('maintenance.hit.overstay')
  const values = { from: formatDateTime(from, zone), reason: reason ?? '' }
  return until === null
    ? t('maintenance.hit.open', values)
    : t('maintenance.hit.span', { ...values, until: formatDateTime(until, zone) })
}

function standingText(hit: HitView, now: number, zone: string, t: typeof translate): string {
  const standing = hitStanding(hit, now)
  if (standing !== 'looking') return t(`maintenance.hit.${standing}`)
  return t('maintenance.hit.looking', { time: formatDateTime(hit.triesUntil ?? '', zone) })
}
