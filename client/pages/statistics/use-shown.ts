import { useCallback, useMemo, useState } from 'react'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { alignment } from './align.ts'
import type { StatisticsSearch } from './search.ts'
import { comparedPiece, type Piece, pieceBetween, shownPiece, stepped } from './spans.ts'
import type { Target } from './target.ts'
import { useNow } from './use-now.ts'

type Part = Pick<StatisticsSearch, 'span' | 'from' | 'until' | 'compare' | 'since'>
type Change = { [K in keyof StatisticsSearch]?: StatisticsSearch[K] | undefined }

/** What is on screen: the target, the span and the compared one, with the ways to change them. */
export interface Shown {
  readonly target: Target
  readonly search: StatisticsSearch
  readonly piece: Piece
  readonly other: Piece | null
  /** Another span by hand. */
  readonly choose: (change: Pick<Change, 'span' | 'from' | 'until'>) => void
  readonly compare: (change: Pick<Change, 'compare' | 'since'>) => void
  /** The span before (-1) or after (1). */
  readonly step: (by: -1 | 1) => void
  /** A piece drawn in a chart: it is asked for again, finer, and what it is compared with keeps its distance. ms. */
  readonly zoom: (a: number, b: number) => void
  /** Back to the span from which was zoomed. */
  readonly whole: (() => void) | undefined
}

const iso = (at: number) => new Date(at).toISOString()

export function useShown(target: Target, search: StatisticsSearch): Shown {
  const change = useSearchChange<StatisticsSearch>()
  const now = useNow()
  const { zone } = target
  const [outer, setOuter] = useState<Part | null>(null)
  const { span, from, until, compare, since } = search
  const piece = useMemo(() => shownPiece({ span, from, until }, now, zone), [span, from, until, now, zone])
  const other = useMemo(
    () => comparedPiece({ span, from, until, compare, since }, piece, zone),
    [span, from, until, compare, since, piece, zone],
  )
  const zoom = useCallback(
    (a: number, b: number) => {
      const next = pieceBetween(a, b)
      setOuter((before) => before ?? { span, from, until, compare, since })
      const beside =
        other === null ? {} : { compare: 'own' as const, since: iso(alignment(other, piece, zone)(next.from)) }
      change({ from: iso(next.from), until: iso(next.until), ...beside })
    },
    [change, span, from, until, compare, since, piece, other, zone],
  )
  const choose = (next: Change) => {
    setOuter(null)
    change(next)
  }
  return {
    target,
    search,
    piece,
    other,
    zoom,
    choose,
    compare: (next) => {
      setOuter((before) => before && { ...before, ...next })
      change(next)
    },
    step: (by) => {
      const next = stepped(search, piece, by, zone)
      choose({ from: iso(next.from), until: iso(next.until) })
    },
    whole: useMemo(
      () =>
        outer === null
          ? undefined
          : () => {
              setOuter(null)
              change({
                span: undefined,
                from: undefined,
                until: undefined,
                compare: undefined,
                since: undefined,
                ...outer,
              })
            },
      [outer, change],
    ),
  }
}
