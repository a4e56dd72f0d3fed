/** Small things of one tab that outlive a reload. A browser without storage only forgets them. */
const prefix = 'holdfast '

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // full or forbidden: the server has what matters
  }
}

export function recall<T>(name: string): T | null {
  try {
    const text = sessionStorage.getItem(prefix + name)
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

export function forget(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name)
  } catch {
    // nothing was kept then
  }
}
