import { useEffect, useState } from 'react'
import type { ChangeKind } from '../../contract/changes.ts'
import type { LiveView } from '../link/view.ts'

/** Minimum interval between reloads of a list, ms; the jitter spreads many screens that see the same change. */
const restMs = 700
const jitterMs = 400

/**
 * A number that changes when rows of a watched kind did, at most about once a second: for lists that a server must sort and page. It also changes
 * when the view follows the server (again), so that nothing is missed between the list's reply and the first push.
 */
export function useChangeCounter({ view }: { readonly view: LiveView }, kind: ChangeKind): number {
  const [moved, setMoved] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      if (view.status().state !== 'live') return
      timer ??= setTimeout(
        () => {
          timer = undefined
          setMoved((count) => count + 1)
        },
        restMs + Math.random() * jitterMs,
      )
    }
    const off = [view.onRows(kind, soon), view.onStatus(soon)]
    return () => {
      clearTimeout(timer)
      for (const each of off) each()
    }
  }, [view, kind])
  return moved
}
