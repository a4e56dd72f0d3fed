import type { AccessView } from '../../contract/control/own.ts'
import { useT } from '../i18n/i18n.ts'
import { BigButton } from './big-button.tsx'
import { type Circumstances, type Door, doorOff, type Off, type Way } from './may.ts'
import { offText } from './off-words.ts'
import classes from './opening.module.css'

interface MainActionProps {
  access: AccessView
  /** All devices of the way that can be opened. */
  whole: readonly Door[]
  way: Way
  around: Circumstances
  said: Off | null
  onWay: () => void
  onDoor: (door: Door) => void
}

/** Reasons that are temporary or apply to everything here: shown by the main button, which is always visible. */
const brief: readonly (Off | null)[] = [null, 'no-connection', 'run-in-progress', 'command-in-flight', 'too-fast']

/** The main action: opens the way, or the only device; with what will happen below. */
export function MainAction({ access, whole, way, around, said, onWay, onDoor }: MainActionProps) {
  const t = useT()
  const [first] = whole
  if (first === undefined) return null
  const busy = around.carries && (around.pending || access.run?.state === 'running')
  if (whole.length === 1) {
    const off = doorOff(access, first, 'open', around)
    return (
      <div className={classes.main} data-rests={!brief.includes(off) || undefined}>
        <BigButton
          look="main"
          icon="open"
          busy={busy}
          reason={off === null ? null : offText(off, t)}
          quiet={off !== null && (off === said || busy)}
          onAct={() => onDoor(first)}
        >
          {busy ? t('open.all.busy') : t('open.do.open', { device: first.view.name })}
        </BigButton>
      </div>
    )
  }
  return (
    <div className={classes.main} data-rests={!brief.includes(way.off) || undefined}>
      <BigButton
        look="main"
        icon="path"
        busy={busy}
        reason={way.off === null ? null : offText(way.off, t)}
        quiet={way.off !== null && (way.off === said || busy)}
        onAct={onWay}
      >
        {t(busy ? 'open.all.busy' : 'open.all')}
      </BigButton>
      {way.off === null && <Forecast way={way} />}
    </div>
  )
}

/** What opening the way will do, in order, and where it would stop. */
function Forecast({ way: { moves, stops } }: { way: Way }) {
  const t = useT()
  return (
    <p className={classes.forecast}>
      {moves.map(({ device, view }, place) => {
        const before = moves[place - 1]
        const seconds = Math.round((before?.device.postActionDelayMs ?? 0) / 1_000)
        return (
          <span key={device.deviceId}>
            {before === undefined
              ? t('open.will.first', { device: view.name })
              : seconds > 0
                ? t('open.will.after', { device: view.name, seconds })
                : t('open.will.then', { device: view.name })}{' '}
          </span>
        )
      })}
      {stops && (
        <strong className={classes.forecastStrong}>{t('open.will.stops', { device: stops.door.view.name })}</strong>
      )}
    </p>
  )
}
