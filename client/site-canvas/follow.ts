import type { LiveView } from '../link/view.ts'

/** Reports changed rows of the devices, at most once a frame. Returns the function that stops it. */
export function followDevices(
  live: Pick<LiveView, 'rows' | 'onRows'>,
  tell: (ids: readonly number[]) => void,
): () => void {
  let seen = new Map<unknown, unknown>()
  const look = () => {
    const changed: number[] = []
    const now = new Map<unknown, unknown>()
    for (const [id, row] of live.rows('device')) {
      now.set(id, row.view)
      if (seen.get(id) !== row.view) changed.push(Number(id))
      seen.delete(id)
    }
    for (const id of seen.keys()) changed.push(Number(id))
    seen = now
    if (changed.length > 0) tell(changed)
  }
  look()
  return live.onRows('device', look)
}
