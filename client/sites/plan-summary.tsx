import { useCallback } from 'react'
import type { DeviceView } from '../../contract/devices.ts'
import type { PlanView } from '../../contract/sites/plan.ts'
import { type ShownState, shownState, shownStates } from '../../machines/device.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { isMoving } from '../site-canvas/paint/face.ts'
import { useRows } from '../stores/use-watch.ts'
import { Icon } from '../ui/icons.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import text from '../ui/text.module.css'
import type { PlanLive } from './plan-live.ts'
import classes from './sites.module.css'

interface Counts {
  readonly states: readonly (readonly [ShownState, number])[]
  readonly moving: number
}

/** Counts of devices by state: the legend of the plan, live. */
export function Summary({ live, plan }: { live: PlanLive; plan: PlanView }) {
  const t = useT()
  const { states, moving } = useRows(
    live,
    'device',
    useCallback((rows: DeviceView[]) => countsOf(rows), []),
    (a, b) => JSON.stringify(a) === JSON.stringify(b),
  )
  const unplaced = plan.devices.filter(({ place }) => place === null).length
  return (
    <>
      <ul className={classes.summary}>
        {states.map(([state, count]) => (
          <li className={classes.summaryItem} key={state}>
            <StatusBadge state={state} />
            <span>{formatNumber(count, 0)}</span>
          </li>
        ))}
      </ul>
      {moving > 0 && (
        <p className={text.note}>
          <Icon name="wait" size={16} /> {t('plan.summary.moving', { count: moving })}
        </p>
      )}
      {unplaced > 0 && <p className={text.note}>{t('plan.summary.unplaced', { count: unplaced })}</p>}
    </>
  )
}

/** States with their counts, in the order of the catalogue; and commands on their way. */
export function countsOf(devices: readonly DeviceView[]): Counts {
  const counts = new Map<ShownState, number>()
  for (const device of devices) counts.set(shownState(device), (counts.get(shownState(device)) ?? 0) + 1)
  return {
    states: shownStates.flatMap((state) => (counts.has(state) ? [[state, counts.get(state) ?? 0] as const] : [])),
    moving: devices.filter(isMoving).length,
  }
}
