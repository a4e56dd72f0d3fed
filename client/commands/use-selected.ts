import { useCallback, useSyncExternalStore } from 'react'
import type { Selection } from './selection.ts'

/** Whether this device is selected; only its own change redraws the component. */
export function useSelected(selection: Selection, id: number): boolean {
  return useSyncExternalStore(selection.onChange, () => selection.has(id))
}

/** How much of a group is selected. */
export function useShare(selection: Selection, ids: readonly number[]): 'all' | 'some' | 'none' {
  const look = useCallback(() => {
    const chosen = selection.all()
    if (chosen.size === 0) return 'none'
    const count = ids.filter((id) => chosen.has(id)).length
    return count === 0 ? 'none' : count === ids.length ? 'all' : 'some'
  }, [selection, ids])
  return useSyncExternalStore(selection.onChange, look)
}

/** The whole selection. */
export function useSelection(selection: Selection): ReadonlySet<number> {
  return useSyncExternalStore(selection.onChange, selection.all)
}
