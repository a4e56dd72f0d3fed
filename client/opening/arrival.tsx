import { Button } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import type { AccessView } from '../../contract/control/own.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { formatDistance } from '../i18n/measures.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Opener } from './opener.ts'
import classes from './opening.module.css'
import { whyText } from './run-words.ts'
import { useArrival } from './use-arrival.ts'
import { useAwake } from './use-awake.ts'

interface ArrivalProps {
  arrive: NonNullable<Opener['arrive']>
  allow: NonNullable<Opener['allow']>
  gps: AccessView['automatic']['gps']
  early: boolean
  opens: string
  carries: boolean
}

/** Opening by position: what it needs, the remaining distance, and that it works only while this page is open. */
export function Arrival({ arrive, allow, gps, early, opens, carries }: ArrivalProps) {
  const t = useT()
  const { latitude, longitude, radiusM } = gps.fence ?? {}
  const fence = useMemo(
    () =>
      latitude === undefined || longitude === undefined || radiusM === undefined
        ? null
        : { latitude, longitude, radiusM },
    [latitude, longitude, radiusM],
  )
  const { state, said, on, start, stop } = useArrival(arrive, fence, carries && !early)
  useAwake(on)
  // The portal knows the fence of the site; until it has replied, this device's estimate counts.
  const told = said?.ok ? { inside: said.reply.inside, metres: said.reply.distanceM } : state.kind === 'found' && state
  const agreed = gps.wanted && gps.consent
  return (
    <section className={classes.waysSection}>
      <h3 className={classes.waysTitle}>
        <Icon className={classes.waysIcon} name="near" />
        {t('open.gps')}
      </h3>
      <p className={classes.waysText}>{t('open.gps.text')}</p>
      <Consent agreed={agreed} allow={allow} carries={carries} onOff={stop} />
      {agreed && fence === null && <Alert severity="info">{t('open.gps.noFence')}</Alert>}
      {agreed && fence !== null && (
        <>
          <Button variant="default" onClick={on ? stop : start} aria-pressed={on}>
            {t(on ? 'open.gps.stop' : 'open.gps.start')}
          </Button>
          <div role="status" className={classes.arrival}>
            {state.kind === 'finding' && <p className={classes.waysText}>{t('open.gps.finding')}</p>}
            {state.kind === 'denied' && <Alert severity="warning">{t('open.gps.denied')}</Alert>}
            {state.kind === 'unavailable' && <Alert severity="warning">{t('open.gps.unavailable')}</Alert>}
            {state.kind === 'found' && told && (
              <p className={classes.waysText}>
                {told.inside
                  ? t('open.gps.inside')
                  : t('open.gps.away', {
                      distance: formatDistance(told.metres),
                      radius: formatDistance(radiusM ?? 0),
                    })}
              </p>
            )}
            {on && early && <p className={classes.waysText}>{t('open.gps.early', { time: opens })}</p>}
            {on && !carries && <p className={classes.waysText}>{t('open.gps.offline')}</p>}
            {state.kind === 'found' && said !== null && <Answer said={said} accuracy={state.accuracyM} />}
          </div>
        </>
      )}
    </section>
  )
}

interface ConsentProps {
  agreed: boolean
  allow: ArrivalProps['allow']
  carries: boolean
  onOff: () => void
}

/** The person's consent to send their position; as easy to withdraw as to give. Shows what is stored, not what was tapped. */
function Consent({ agreed, allow, carries, onOff }: ConsentProps) {
  const t = useT()
  const hintId = useId()
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<Refusal<string> | null>(null)
  const change = async (wanted: boolean) => {
    setSending(true)
    if (!wanted) onOff()
    const answer = await allow(wanted)
    setSending(false)
    setRefused(answer.ok ? null : answer.refusal)
  }
  return (
    <>
      <label className={classes.agree}>
        <input
          className={classes.agreeInput}
          type="checkbox"
          checked={agreed}
          disabled={sending || !carries}
          aria-describedby={hintId}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <span>{t('open.gps.agree')}</span>
      </label>
      <p id={hintId} className={classes.agreeHint}>
        {t('open.gps.agree.hint')}
      </p>
      {refused !== null && <Alert severity="warning">{refusalText(refused)}</Alert>}
    </>
  )
}

function Answer({ said, accuracy }: { said: NonNullable<ReturnType<typeof useArrival>['said']>; accuracy: number }) {
  const t = useT()
  if (said.ok) {
    if (said.reply.runId !== null) return <Alert severity="success">{t('open.gps.opened')}</Alert>
    if (said.reply.refusal === null) return null
    return <Alert severity="warning">{t('open.gps.refused', { reason: whyText(said.reply.refusal, t) })}</Alert>
  }
  if (said.refusal.code === 'position-too-vague')
    return <Alert severity="warning">{t('open.gps.vague', { accuracy: formatDistance(accuracy) })}</Alert>
  return <Alert severity="warning">{whyText(said.refusal.code, t)}</Alert>
}
