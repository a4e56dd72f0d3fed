import { useCallback, useState } from 'react'
import { type MaintenanceView, periods } from '../../../contract/maintenance.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import type { PreviewInput } from './use-preview.ts'

interface Sent extends Pick<PreviewInput, 'scope' | 'targetId' | 'end'> {
  readonly reason: string
  /** Periods that were there before. */
  readonly before: ReadonlySet<number | string>
}

const instant = (at: string | null) => (at === null ? null : Date.parse(at))

/** Is a period the one that was sent? It was not there before, and says the same. */
export function isSent(sent: Sent, { id, scope, target, end, reason }: MaintenanceView): boolean {
  return (
    !sent.before.has(id) &&
    scope === sent.scope &&
    target.id === sent.targetId &&
    reason === sent.reason &&
    instant(end) === instant(sent.end)
  )
}

/** The period that came of what was sent, as the live list shows it: how a lost answer is found again. `sending` is called before. */
export function useSetOne(): { found: number | null; sending: (input: PreviewInput, reason: string) => void } {
  const live = useWatch(periods, {})
  const [sent, setSent] = useState<Sent | null>(null)
  const find = useCallback(
    (rows: MaintenanceView[]) => (sent === null ? null : (rows.find((row) => isSent(sent, row))?.id ?? null)),
    [sent],
  )
  const found = useRows(live, 'maintenance', find)
  const sending = ({ scope, targetId, end }: PreviewInput, reason: string) =>
    // Of a list that is not there nothing could be told apart.
    setSent(
      live.state === 'live'
        ? { scope, targetId, end, reason, before: new Set(live.view.rows('maintenance').keys()) }
        : null,
    )
  return { found, sending }
}
