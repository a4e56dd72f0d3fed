/** Limits the concurrent batches of one gateway, so that none fills everybody's queue. */
export interface Turns {
  /** Takes a turn. Returns the function that gives it back, or null if too many are running. */
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
