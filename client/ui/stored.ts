const prefix = 'holdfast '

/** Small values by name, in a storage of the browser. If it allows none, they are lost. */
export function stored(storage: () => Storage) {
  return {
    set(name: string, value: unknown): void {
      try {
        storage().setItem(prefix + name, JSON.stringify(value))
      } catch {
        // Full or forbidden. The server stores what matters.
      }
    },
    get<T>(name: string): T | null {
      try {
        const text = storage().getItem(prefix + name)
        return text === null ? null : (JSON.parse(text) as T)
      } catch {
        return null
      }
    },
    remove(name: string): void {
      try {
        storage().removeItem(prefix + name)
      } catch {
        // Nothing is stored.
      }
    },
  }
}
