import { useState } from 'react'
import { browserStorage } from '../ui/browser-storage.ts'
import type { ListColumn } from './column.ts'

export type Density = 'compact' | 'comfortable'
export interface Layout {
  readonly density: Density
  /** Keys of the visible columns. */
  readonly columns: readonly string[]
  readonly setDensity: (density: Density) => void
  readonly setColumns: (columns: readonly string[]) => void
}

const columnsOf = (list: string) => `columns ${list}`

/** How this browser shows a list: the density of all lists, and the columns of this one. Without storage it lasts as long as the page. */
export function useLayout<Row>(list: string, columns: readonly ListColumn<Row>[], usual: Density = 'compact'): Layout {
  const [density, setDensity] = useState<Density>(() => browserStorage.get<Density>('density') ?? usual)
  const [chosen, setChosen] = useState(() => browserStorage.get<readonly string[]>(columnsOf(list)))
  const shown = columns.filter(
    ({ key, always, hidden }) => always || (chosen === null ? !hidden : chosen.includes(key)),
  )
  return {
    density,
    columns: shown.map(({ key }) => key),
    setDensity: (next) => {
      setDensity(next)
      browserStorage.set('density', next)
    },
    setColumns: (next) => {
      setChosen(next)
      browserStorage.set(columnsOf(list), next)
    },
  }
}
