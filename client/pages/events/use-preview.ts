import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type * as z from 'zod'
import { changes, preview } from '../../../contract/events.ts'
import { canonical } from '../../link/watch-key.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { type QueryView, useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { whileSeen } from '../../ui/clock.ts'
import { type EventValues, toInput } from './event-fields.ts'

export type PreviewView = z.output<typeof preview.reply>
type Input = z.input<typeof preview.input>
export interface Previewed extends Pick<QueryView<PreviewView>, 'view' | 'refusal' | 'retry'> {
  /** False = the fields are not filled in yet, or do not fit each other. */
  readonly complete: boolean
  /** The view belongs to what was typed before. */
  readonly former: boolean
}

/** Pause in typing before the preview is requested, and how often it is refreshed because time moves it, ms. */
const restMs = 400
const againMs = 60_000
const keys = Object.keys(preview.input.shape) as (keyof Input)[]

/** Returns the part of the form that decides what can be booked; null unless it is valid. */
export function previewInput(zoneId: number | null, eventId: number | null, values: EventValues): Input | null {
  const given: Record<string, unknown> = { ...toInput(values), zoneId, eventId }
  const input = Object.fromEntries(keys.map((key) => [key, given[key]]))
  return preview.input.safeParse(input).success ? (input as Input) : null
}

/** What could be booked with the values of the form, while it is being filled in. */
export function usePreview(zoneId: number | null, eventId: number | null, values: EventValues): Previewed {
  const input = previewInput(zoneId, eventId, values)
  const key = input && canonical(input)
  const [settled] = useDebouncedValue(key, restMs)
  const moved = useChangeCounter(useWatch(changes, {}), 'accessTime')
  const [turn, setTurn] = useState(0)
  useEffect(() => whileSeen(againMs, () => setTurn((count) => count + 1)), [])
  const found = useQuery(preview, settled === null ? null : (JSON.parse(settled) as Input), `${moved} ${turn}`)
  return {
    view: found.view,
    refusal: key === settled ? found.refusal : null,
    retry: found.retry,
    complete: input !== null,
    former: found.former || key !== settled,
  }
}
