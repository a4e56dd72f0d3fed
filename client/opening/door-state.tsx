import type { DoorView } from '../../contract/control/own.ts'
import { shownState } from '../../machines/device.ts'
import { useT } from '../i18n/i18n.ts'
import { Age } from '../ui/age.tsx'
import { Badge, StatusBadge } from '../ui/status-badge.tsx'
import classes from './opening.module.css'

interface DoorStateProps {
  view: DoorView
  /** What opens is the barrier itself, not a door. */
  barrier: boolean
  fresh: boolean
  zone: string
}

/** What the device itself reported, and when. Without live updates it is called last known and never looks fine. */
export function DoorState({ view, barrier, fresh, zone }: DoorStateProps) {
  const t = useT()
  const state = shownState(view)
  const sure = fresh && view.reachable
  const what = { what: barrier ? 'barrier' : 'door' }
  return (
    <p className={classes.state}>
      {fresh ? (
        <StatusBadge state={state} />
      ) : (
        <Badge tone="neutral" icon="clock">
          {t('open.lastKnown', { state: t(`ui.state.${state}`) })}
        </Badge>
      )}
      {view.doorState === 'open' && <span>{t(sure ? 'open.door.open' : 'open.door.lastOpen', what)}</span>}
      {view.doorState === 'closed' && <span>{t(sure ? 'open.door.closed' : 'open.door.lastClosed', what)}</span>}
      <small className={classes.stateNote}>
        {t('open.reported')} <Age at={view.lastMessageAt} zone={zone} />
      </small>
    </p>
  )
}
