/** Which devices are chosen on the smart remote. Rows listen to it by themselves: choosing one draws one row. */
export interface Selection {
  has(id: number): boolean
  /** A new set with every change, for things that hang on the whole. */
  all(): ReadonlySet<number>
  /** Chooses or drops one; the next range begins here. */
  toggle(id: number): void
  /** From the one touched last to `id` in the order of `ids`, all get the state of the one touched last. */
  extend(ids: readonly number[], id: number): void
  put(ids: readonly number[], chosen: boolean): void
  /** Exactly these. */
  choose(ids: ReadonlySet<number>): void
  clear(): void
  /** Drops what does not exist any more. */
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
