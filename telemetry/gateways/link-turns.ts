/** Limits the batches of one gateway that are processed at once, so that none fills the queue of all. */
export interface Turns {
  /** Takes a turn. Returns the function that gives it back, or null when too many run. */
  take(gatewayId: number): (() => void) | null
}

export function createTurns(most = 16): Turns {
  const running = new Map<number, number>()
  return {
    take(gatewayId) {
      const now = running.get(gatewayId) ?? 0
      if (now >= most) return null
      running.set(gatewayId, now + 1)
      return () => {
        const left = (running.get(gatewayId) ?? 1) - 1
        if (left > 0) running.set(gatewayId, left)
        else running.delete(gatewayId)
      }
    },
  }
}
