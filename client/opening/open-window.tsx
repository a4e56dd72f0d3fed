import type { AccessView } from '../../contract/control/own.ts'
import { opensAt } from '../../machines/reservation-rules.ts'
import { zoneDiffers } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icons.tsx'
import { GraceAlert } from './grace-alert.tsx'
import { left, phaseOf } from './may.ts'
import { momentText } from './moment.ts'
import { offText } from './off-words.ts'
import classes from './opening.module.css'
import { formatWait } from './wait.ts'

const hourMs = 3_600_000
/** Later starts are shown as a date, not as a countdown. */
const dayMs = 24 * hourMs

interface OpenWindowProps {
  access: AccessView
  now: number
  /** Whether anything can be opened or closed at all. */
  moves: boolean
  /** It is time, but maintenance keeps everything closed. */
  closed: boolean
}

/** When it opens: from when, until when, or why not at all, and what to do then. */
export function OpenWindow({ access, now, moves, closed }: OpenWindowProps) {
  const t = useT()
  const zone = access.site.timeZone
  const phase = phaseOf(access, now)
  const at = opensAt({ start: new Date(access.start), prebookMinMinutes: access.prebookMinMinutes })
  const wait = at.getTime() - now
  const foreign = zoneDiffers(new Date(access.start), zone)
  if (phase === 'ended' || phase === 'over')
    return (
      <Alert severity="warning" title={t(`open.phase.${phase}`)}>
        {phase === 'over'
          ? t('open.phase.over.text', { time: momentText(access.end, now, zone) })
          : t('open.phase.ended.text')}
      </Alert>
    )
  if (phase === 'grace' && access.overstay !== null)
    return (
      <>
        {access.blocked && <Alert severity="error">{offText('user-blocked', t)}</Alert>}
        <GraceAlert overstay={access.overstay} end={access.end} now={now} zone={zone} />
      </>
    )
  return (
    <>
      {access.blocked && <Alert severity="error">{offText('user-blocked', t)}</Alert>}
      <div className={classes.window} data-phase={phase} data-closed={closed || undefined}>
        <Icon
          className={classes.windowIcon}
          name={closed ? 'maintenance' : phase === 'early' ? 'wait' : 'clock'}
          size={24}
        />
        <div className={classes.windowBlock}>
          {phase === 'early' ? (
            <>
              <strong className={classes.windowStrong}>
                {t('open.phase.early', { time: momentText(at, now, zone) })}
              </strong>
              {wait < dayMs && (
                <span className={classes.wait} role="timer">
                  {t('open.phase.early.wait', { time: formatWait(wait) })}
                </span>
              )}
              {wait < hourMs && <span>{t('open.phase.early.text')}</span>}
            </>
          ) : (
            <>
              <strong className={classes.windowStrong}>
                {t(moves && !closed ? 'open.phase.open' : 'open.phase.yours', {
                  time: momentText(access.end, now, zone),
                })}
              </strong>
              {!moves && <span>{t('open.phase.yours.text')}</span>}
            </>
          )}
          {closed && <span>{t('displacement.closed')}</span>}
          {foreign && <small>{t('open.zone', { zone })}</small>}
        </div>
      </div>
      {phase === 'open' && moves && !closed && <Openings access={access} />}
    </>
  )
}

/** Openings left; nothing if unlimited. */
function Openings({ access }: { access: AccessView }) {
  const t = useT()
  const { entryLimit, exitLimit } = access.openings
  const kinds = (['entry', 'exit'] as const).map((kind) => ({ kind, count: left(access, kind) }))
  // Exits are shown only when they matter: without any, nothing may be closed.
  const told = kinds.filter(({ kind, count }) => count !== null && (kind === 'entry' || count === 0 || hasExit(access)))
  if (told.length === 0) return null
  return (
    <ul className={classes.openings} aria-label={t('open.openings')}>
      {told.map(({ kind, count }) => (
        <li className={classes.openingsItem} key={kind} data-out={count === 0 || undefined}>
          <Icon className={classes.openingsIcon} name={count === 0 ? 'cross' : 'ticket'} size={18} />
          {count === 0
            ? t('open.openings.none', { kind })
            : t(`open.openings.${kind}`, { left: count ?? 0, limit: kind === 'entry' ? entryLimit : exitLimit })}
        </li>
      ))}
    </ul>
  )
}

const hasExit = ({ devices }: AccessView) =>
  devices.some(({ access, barrier }) => access.includes('close') || barrier === 'exit')
