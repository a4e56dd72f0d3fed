import { useEffect } from 'react'
import type * as z from 'zod'
import type { QueryDef } from '../../../contract/kit.ts'
import { type QueryView, useQuery } from '../../stores/use-query.ts'
import { whileSeen } from '../../ui/clock.ts'

/** A query asked again every `everyMs` as long as somebody looks. */
export function useRefreshed<N extends string, I extends z.ZodType, R extends z.ZodType>(
  def: QueryDef<N, I, R>,
  input: z.input<I>,
  everyMs: number,
  moved: number | string = 0,
): QueryView<z.output<R>> {
  const found = useQuery(def, input, moved)
  const { retry } = found
  useEffect(() => whileSeen(everyMs, retry), [everyMs, retry])
  return found
}
