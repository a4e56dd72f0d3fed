import { useEffect, useRef, useSyncExternalStore } from 'react'
import { formatAge, formatDate, formatTime, zoneDiffers } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ToneName } from '../../theme/tokens.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './span.module.css'
import { type Phase, phaseOf, type Ticket } from './ticket-state.ts'

const looks: Readonly<Record<Phase, { tone: ToneName; icon: IconName }>> = {
  before: { tone: 'info', icon: 'clock' },
  during: { tone: 'success', icon: 'check' },
  after: { tone: 'neutral', icon: 'history' },
}
const everySecond = (listener: () => void) => onTick(1_000, listener)

/** When the place is the guest's: state, span in the site's time zone, time left. `onChange` is called when the state passes to the next. */
export function Span({ ticket, onChange }: { ticket: Ticket; onChange: () => void }) {
  const t = useT()
  const { start, end, site } = ticket
  const phase = useSyncExternalStore(everySecond, () => phaseOf(ticket, serverNow()))
  const age = useSyncExternalStore(everySecond, () =>
    formatAge(Date.parse(phase === 'before' ? start : end), serverNow()),
  )
  const shown = useRef(phase)
  useEffect(() => {
    if (shown.current !== phase) onChange()
    shown.current = phase
  }, [phase, onChange])
  const { tone, icon } = looks[phase]
  const foreign = zoneDiffers(new Date(start), site.timeZone) || zoneDiffers(new Date(end), site.timeZone)
  return (
    <section className={classes.span} data-phase={phase} data-foreign={foreign || undefined}>
      <div className={classes.state} role="status">
        <Badge tone={tone} icon={icon}>
          {t(`guest.phase.${phase}`)}
        </Badge>
      </div>
      <div className={classes.times}>
        <Moment label={t('common.from')} at={start} zone={site.timeZone} />
        <Icon name="arrowRight" size={24} className={classes.arrow} />
        <Moment label={t('common.until')} at={end} zone={site.timeZone} />
      </div>
      {phase !== 'after' && age !== null && (
        <p className={classes.left}>{t(phase === 'before' ? 'guest.begins' : 'guest.ends', { age })}</p>
      )}
      {foreign && <p className={classes.zone}>{t('guest.zone', { zone: site.timeZone })}</p>}
    </section>
  )
}

function Moment({ label, at, zone }: { label: string; at: string; zone: string }) {
  return (
    <p className={classes.timesText}>
      <span className={classes.timesPart}>{label}</span>
      <time className={classes.timesTime} dateTime={at}>
        <strong className={classes.timesStrong}>{formatTime(at, zone)}</strong>
        <span className={classes.timesDay}>{formatDate(at, zone)}</span>
      </time>
    </p>
  )
}
