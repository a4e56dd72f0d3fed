/** The selected devices of the smart remote. Rows subscribe individually: selecting one redraws one row. */
export interface Selection {
  has(id: number): boolean
  /** A new set with every change, for what depends on the whole selection. */
  all(): ReadonlySet<number>
  /** Selects or deselects one; the next range begins here. */
  toggle(id: number): void
  /** Gives all from the last one touched to `id`, in the order of `ids`, the state of the last one touched. */
  extend(ids: readonly number[], id: number): void
  put(ids: readonly number[], chosen: boolean): void
  /** Selects exactly these. */
  choose(ids: ReadonlySet<number>): void
  clear(): void
  /** Drops devices that no longer exist. */
  keep(exists: (id: number) => boolean): void
  onChange(listener: () => void): () => void
}

export function createSelection(): Selection {
  let chosen: ReadonlySet<number> = new Set()
  let anchor: number | null = null
  const listeners = new Set<() => void>()
  const become = (next: ReadonlySet<number>) => {
    chosen = next
    for (const listener of [...listeners]) listener()
  }
  const put = (ids: readonly number[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    become(next)
  }
  return {
    has: (id) => chosen.has(id),
    all: () => chosen,
    toggle(id) {
      anchor = id
      put([id], !chosen.has(id))
    },
    extend(ids, id) {
      const from = anchor === null ? -1 : ids.indexOf(anchor)
      const to = ids.indexOf(id)
      if (anchor === null || from < 0 || to < 0) return this.toggle(id)
      put(ids.slice(Math.min(from, to), Math.max(from, to) + 1), chosen.has(anchor))
    },
    put,
    choose: become,
    clear() {
      anchor = null
      if (chosen.size > 0) become(new Set())
    },
    keep(exists) {
      const gone = [...chosen].filter((id) => !exists(id))
      if (gone.length > 0) put(gone, false)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
