import type { DoorView } from '../../../contract/control-own.ts'
import { shownState } from '../../../machines/device.ts'
import { useT } from '../../i18n/i18n.ts'
import { Age } from '../../ui/Age.tsx'
import { Badge, StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './open.module.css'

/** What the device itself reported, and when. What nobody follows any more is called last known and never looks fine. */
export function DoorState({ view, fresh, zone }: { view: DoorView; fresh: boolean; zone: string }) {
  const t = useT()
  const state = shownState(view)
  const sure = fresh && view.reachable
  return (
    <p className={classes.state}>
      {fresh ? (
        <StatusBadge state={state} />
      ) : (
        <Badge tone="neutral" icon="clock">
          {t('open.lastKnown', { state: t(`ui.state.${state}`) })}
        </Badge>
      )}
      {view.doorState === 'open' && <span>{t(sure ? 'open.door.open' : 'open.door.lastOpen')}</span>}
      {view.doorState === 'closed' && <span>{t(sure ? 'open.door.closed' : 'open.door.lastClosed')}</span>}
      <small>
        {t('open.reported')} <Age at={view.lastMessageAt} zone={zone} />
      </small>
    </p>
  )
}
