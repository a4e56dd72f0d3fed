const prefix = 'holdfast '

/** Small values of one browser tab that outlive a reload. Where the browser allows no storage, they are lost. */
export const tabStorage = {
  set(name: string, value: unknown): void {
    try {
      sessionStorage.setItem(prefix + name, JSON.stringify(value))
    } catch {
      // Full or forbidden. The server holds what matters.
    }
  },
  get<T>(name: string): T | null {
    try {
      const text = sessionStorage.getItem(prefix + name)
      return text === null ? null : (JSON.parse(text) as T)
    } catch {
      return null
    }
  },
  remove(name: string): void {
    try {
      sessionStorage.removeItem(prefix + name)
    } catch {
      // Nothing was stored.
    }
  },
}
