import { Button } from '@mantine/core'
import { commandPatienceMs } from '../../machines/control.ts'
import { SupportCode } from '../commands/support-code.tsx'
import { formatTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Notice } from '../ui/notice.tsx'
import type { OpeningNow } from './opening.ts'
import { whyText } from './run-words.ts'

/** After so long without an answer the screen says that nothing is known, ms. */
const patienceMs = 3_000

interface OpeningNoticeProps {
  opening: OpeningNow
  /** Opening that it would be. */
  kind: 'entry' | 'exit'
  zone: string
  now: number
  /** The link carries. */
  carries: boolean
  /** The view shows its run already. */
  shown: boolean
  onSeen: () => void
}

/** What is known of the person's own request until the portal's view shows it, or in place of it: surely done, surely not, or not known yet. */
export function OpeningNotice({ opening, kind, zone, now, carries, shown, onSeen }: OpeningNoticeProps) {
  const t = useT()
  const { state, request, left, refusal } = opening
  if (state === 'idle' || request === null) return null
  const { action } = request
  const time = formatTime(request.validUntil, zone, { seconds: true })
  const seen = (
    <Button variant="default" onClick={onSeen}>
      {t('ui.close')}
    </Button>
  )
  switch (state) {
    case 'sending': {
      // Its time began when it was tapped.
      const silent = request.validUntil - now < commandPatienceMs - patienceMs
      if (carries && !silent)
        return (
          <Notice severity="info" title={t('open.sending.title')}>
            {t('open.sending.text')}
          </Notice>
        )
      return (
        <Notice severity="warning" title={t('open.unsure.title')}>
          {t(left ? 'open.unsure.text' : 'open.unsure.waits', { time })}
        </Notice>
      )
    }
    case 'asking':
      return (
        <Notice severity="warning" title={t(carries ? 'open.asking.title' : 'open.unsure.title')}>
          {t(carries ? 'open.asking.text' : 'open.unsure.text', { time })}
        </Notice>
      )
    case 'accepted':
      return (
        <>
          {!shown && (
            <Notice severity="info" title={t('open.accepted.title')}>
              {t('open.accepted.text')}
            </Notice>
          )}
          {opening.lastOpening && <Notice severity="info">{t('open.last.was', { kind })}</Notice>}
        </>
      )
    case 'refused':
      return (
        <Notice severity="error" title={t('open.refused.title', { action })} action={seen}>
          {t('open.refused.text', { action, reason: whyText(refusal?.code ?? null, t) })}
          {refusal?.supportCode !== undefined && <SupportCode code={refusal.supportCode} />}
        </Notice>
      )
    case 'never':
    case 'unsent':
      return (
        <Notice severity="error" title={t(`open.${state}.title`)} action={seen}>
          {t(`open.${state}.text`, { action })}
        </Notice>
      )
    case 'unclear':
      return (
        <Notice severity="warning" title={t('open.unclear.title')} action={seen}>
          {t('open.unclear.text', { time })}
        </Notice>
      )
  }
}
