import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type * as z from 'zod'
import { type MaintenancePreview, type MaintenanceScope, preview } from '../../../contract/maintenance.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { useClaimsChanged } from '../../reservation/use-claims-changed.ts'
import { useQuery } from '../../stores/use-query.ts'
import { whileSeen } from '../../ui/clock.ts'
import type { DraftSpan } from './draft.ts'

export type PreviewInput = z.input<typeof preview.input>
/** The request, and the reply to exactly that. */
export interface Seen {
  readonly input: PreviewInput
  readonly view: MaintenancePreview
}
export interface Target {
  readonly scope: MaintenanceScope
  readonly id: number
}

/** Pause in typing before the preview is requested, and how often it is refreshed anyway because time moves it, ms. */
const restMs = 250
const againMs = 10_000

export const inputOf = (target: Target, { start, end }: DraftSpan): PreviewInput => ({
  scope: target.scope,
  targetId: target.id,
  start: start.toISOString(),
  end: end?.toISOString() ?? null,
})

/**
 * What a period would do now, while it is being typed: reloaded when the draft changes, when places there are taken or given up, and every
 * ten seconds. `seen` is null until there is a reply for the target; `former` = a newer one is loading.
 */
export function usePreview(
  target: Target | null,
  span: DraftSpan | null,
): { seen: Seen | null; former: boolean; refusal: Refusal<string> | null; retry: () => void } {
  const key = target === null || span === null ? '' : JSON.stringify(inputOf(target, span))
  const [settled] = useDebouncedValue(key, restMs)
  const { moved } = useClaimsChanged(target?.scope === 'site' ? target.id : undefined)
  const [turn, setTurn] = useState(0)
  useEffect(() => whileSeen(againMs, () => setTurn((count) => count + 1)), [])
  const input = settled === '' ? null : (JSON.parse(settled) as PreviewInput)
  const found = useQuery(preview, input, `${moved} ${turn}`)
  // The reply stays with its request, so that what is confirmed is what was seen.
  const [held, setHeld] = useState<Seen | null>(null)
  const { view } = found
  if (view !== null && input !== null && !found.former && held?.view !== view) setHeld({ input, view })
  const same = held !== null && held.view.target.scope === target?.scope && held.view.target.id === target.id
  return {
    seen: same ? held : null,
    former: found.former || key !== settled,
    refusal: key === settled ? found.refusal : null,
    retry: found.retry,
  }
}
