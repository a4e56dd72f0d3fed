export interface Rounds<K> {
  /** Requests work for a key: resolves when a round that began after this call has ended. Calls before the next round begins share it. */
  wake(key: K): Promise<void>
  /** Resolves when no round is left. */
  ended(): Promise<void>
}

/** Serializes work by key. A round calls `begin` right before it looks for work, and never rejects. */
export function createRounds<K>(round: (key: K, begin: () => void) => Promise<void>): Rounds<K> {
  const last = new Map<K, { readonly ended: Promise<void>; begun: boolean }>()
  return {
    wake(key) {
      const before = last.get(key)
      if (before && !before.begun) return before.ended
      const begin = (): void => {
        own.begun = true
      }
      const own = {
        begun: false,
        ended: (before?.ended ?? Promise.resolve())
          .then(() => round(key, begin))
          .finally(() => {
            if (last.get(key) === own) last.delete(key)
          }),
      }
      last.set(key, own)
      return own.ended
    },
    async ended() {
      await Promise.all([...last.values()].map(({ ended }) => ended))
    },
  }
}
