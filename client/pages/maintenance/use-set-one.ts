import { useCallback, useState } from 'react'
import { type MaintenanceView, periods } from '../../../contract/maintenance.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import type { PreviewInput } from './use-preview.ts'

interface Sent extends Pick<PreviewInput, 'scope' | 'targetId' | 'end'> {
  readonly reason: string
  /** Existing periods. */
  readonly before: ReadonlySet<number | string>
}

const instant = (at: string | null) => (at === null ? null : Date.parse(at))

/** Whether a period is the one that was sent: new, and with the same content. */
export function isSent(sent: Sent, { id, scope, target, end, reason }: MaintenanceView): boolean {
  return (
    !sent.before.has(id) &&
    scope === sent.scope &&
    target.id === sent.targetId &&
    reason === sent.reason &&
    instant(end) === instant(sent.end)
  )
}

/** Finds the period that was sent in the live list: how a lost reply is recovered. `sending` is called before. */
export function useSetOne(): { found: number | null; sending: (input: PreviewInput, reason: string) => void } {
  const live = useWatch(periods, {})
  const [sent, setSent] = useState<Sent | null>(null)
  const find = useCallback(
    (rows: MaintenanceView[]) => (sent === null ? null : (rows.find((row) => isSent(sent, row))?.id ?? null)),
    [sent],
  )
  const found = useRows(live, 'maintenance', find)
  const sending = ({ scope, targetId, end }: PreviewInput, reason: string) =>
    // Without the list nothing can be told apart.
    setSent(
      live.state === 'live'
        ? { scope, targetId, end, reason, before: new Set(live.view.rows('maintenance').keys()) }
        : null,
    )
  return { found, sending }
}
