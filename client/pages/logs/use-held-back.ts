import { useState } from 'react'
import type * as z from 'zod'
import { list } from '../../../contract/logs.ts'
import { useQuery } from '../../stores/use-query.ts'

/** Nearer to the top than this, new lines appear by themselves, px. */
const atTop = 120

/**
 * New lines do not push away what somebody reads: after scrolling, or on a further page, they wait until they are asked for.
 * `upTo` = the newest line that is shown; `waiting` = the number of newer lines that fit the filters.
 */
export function useHeldBack(
  newest: number,
  first: boolean,
  input: Pick<z.input<typeof list.input>, 'search' | 'filters'>,
): { upTo: number; waiting: number; show: () => void } {
  const [upTo, setUpTo] = useState(newest)
  const reading = !first || window.scrollY > atTop
  if (upTo !== newest && (upTo === 0 || !reading)) setUpTo(newest)
  const { view } = useQuery(
    list,
    newest > upTo ? { ...input, pageSize: 1, filters: { ...input.filters, after: Math.max(upTo, 1) } } : null,
    newest,
  )
  return {
    upTo,
    waiting: newest > upTo ? (view?.recordCount ?? 0) : 0,
    show() {
      setUpTo(newest)
      window.scrollTo({ top: 0 })
    },
  }
}
