import { useState } from 'react'
import type { ListColumn } from './column.ts'

export type Density = 'compact' | 'comfortable'
export interface Layout {
  readonly density: Density
  /** Keys of the visible columns. */
  readonly columns: readonly string[]
  readonly setDensity: (density: Density) => void
  readonly setColumns: (columns: readonly string[]) => void
}

const densityKey = 'holdfast density'
const columnsKey = (list: string) => `holdfast columns ${list}`

/** How this browser shows a list: the density of all lists, and the columns of this one. Without storage it lasts as long as the page. */
export function useLayout<Row>(list: string, columns: readonly ListColumn<Row>[], usual: Density = 'compact'): Layout {
  const [density, setDensity] = useState<Density>(() => (read(densityKey) as Density | null) ?? usual)
  const [chosen, setChosen] = useState<readonly string[] | null>(() => read(columnsKey(list)) as string[] | null)
  const shown = columns.filter(
    ({ key, always, hidden }) => always || (chosen === null ? !hidden : chosen.includes(key)),
  )
  return {
    density,
    columns: shown.map(({ key }) => key),
    setDensity: (next) => {
      setDensity(next)
      write(densityKey, next)
    },
    setColumns: (next) => {
      setChosen(next)
      write(columnsKey(list), next)
    },
  }
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // full or forbidden
  }
}
