import type { Action } from '../../../machines/device.ts'
import type { Selection } from '../../commands/selection.ts'
import { useSelection } from '../../commands/use-selected.ts'
import { SelectionBar } from './selection-bar.tsx'
import classes from './several.module.css'
import { asksFirst } from './several.ts'
import { SeveralReport } from './several-report.tsx'
import type { DevicesLive } from './use-forecast.ts'
import type { useSeveral } from './use-several.ts'

interface DockProps {
  live: DevicesLive
  selection: Selection
  /** The filtered devices. */
  ids: readonly number[]
  compact: boolean
  several: ReturnType<typeof useSeveral>
  /** Asks before it is sent. */
  onAsk: (action: Action, ids: Iterable<number>) => void
}

/** Stays at the lower edge: reports on commands for several devices, and the actions of the selection. */
export function Dock({ live, selection, ids, compact, several, onAsk }: DockProps) {
  const chosen = useSelection(selection)
  if (chosen.size === 0 && several.reports.length === 0) return null
  const seen = ids.filter((id) => chosen.has(id)).length
  const act = (action: Action, reached: readonly number[]) => {
    if (asksFirst(action, chosen.size)) onAsk(action, chosen)
    else void several.give(action, reached)
  }
  return (
    <div className={classes.dock}>
      {several.reports.map((given) => (
        <SeveralReport
          key={given.runId}
          live={live}
          given={given}
          onAgain={onAsk}
          onClose={() => several.dismiss(given.runId)}
        />
      ))}
      {chosen.size > 0 && (
        <SelectionBar
          live={live}
          ids={chosen}
          hidden={chosen.size - seen}
          rest={seen < ids.length ? ids.length : 0}
          compact={compact}
          busy={several.busy}
          onAct={act}
          onAll={() => selection.put(ids, true)}
          onClear={selection.clear}
        />
      )}
    </div>
  )
}
