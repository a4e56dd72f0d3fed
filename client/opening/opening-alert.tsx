import { Button } from '@mantine/core'
import { commandPatienceMs } from '../../machines/control.ts'
import { SupportCode } from '../commands/support-code.tsx'
import { formatTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import type { OpeningNow } from './opening.ts'
import { whyText } from './run-words.ts'

/** Time without a reply after which the screen says that nothing is known, ms. */
const patienceMs = 3_000

interface OpeningAlertProps {
  opening: OpeningNow
  /** The opening it would count as. */
  kind: 'entry' | 'exit'
  zone: string
  now: number
  /** The link carries. */
  carries: boolean
  /** The view shows its run already. */
  shown: boolean
  onSeen: () => void
}

/** The state of the person's own request until the portal's view shows it: surely done, surely not, or unknown. */
export function OpeningAlert({ opening, kind, zone, now, carries, shown, onSeen }: OpeningAlertProps) {
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
      // Its time began with the tap.
      const silent = request.validUntil - now < commandPatienceMs - patienceMs
      if (carries && !silent)
        return (
          <Alert severity="info" title={t('open.sending.title')}>
            {t('open.sending.text')}
          </Alert>
        )
      return (
        <Alert severity="warning" title={t('open.unsure.title')}>
          {t(left ? 'open.unsure.text' : 'open.unsure.waits', { time })}
        </Alert>
      )
    }
    case 'asking':
      return (
        <Alert severity="warning" title={t(carries ? 'open.asking.title' : 'open.unsure.title')}>
          {t(carries ? 'open.asking.text' : 'open.unsure.text', { time })}
        </Alert>
      )
    case 'accepted':
      return (
        <>
          {!shown && (
            <Alert severity="info" title={t('open.accepted.title')}>
              {t('open.accepted.text')}
            </Alert>
          )}
          {opening.lastOpening && <Alert severity="info">{t('open.last.was', { kind })}</Alert>}
        </>
      )
    case 'refused':
      return (
        <Alert severity="error" title={t('open.refused.title', { action })} action={seen}>
          {t('open.refused.text', { action, reason: whyText(refusal?.code ?? null, t) })}
          {refusal?.supportCode !== undefined && <SupportCode code={refusal.supportCode} />}
        </Alert>
      )
    case 'never':
    case 'unsent':
      return (
        <Alert severity="error" title={t(`open.${state}.title`)} action={seen}>
          {t(`open.${state}.text`, { action })}
        </Alert>
      )
    case 'unclear':
      return (
        <Alert severity="warning" title={t('open.unclear.title')} action={seen}>
          {t('open.unclear.text', { time })}
        </Alert>
      )
  }
}
