import type * as z from 'zod'
import { places, search } from '../../../contract/reservations/book.ts'
import { ask } from '../../link/ask.ts'
import { http } from '../../link/http.ts'
import type { Loaded } from './use-found.ts'

export type SearchInput = z.input<typeof search.input>
export type Sites = z.output<typeof search.reply>
export type Places = z.output<typeof places.reply>

/** Sites with their counts for a span: over the socket for signed-in people, else over HTTP. */
export async function findSites(input: SearchInput, signedIn: boolean, signal: AbortSignal): Promise<Loaded<Sites>> {
  if (signedIn) return ask(search, input, { signal })
  const { near, ...plain } = input
  return get(
    `/availability${queryOf({ ...plain, latitude: near?.latitude, longitude: near?.longitude })}`,
    search.reply,
    signal,
  )
}

/** The places of one site for a span. */
export async function findPlaces(
  input: z.input<typeof places.input>,
  signedIn: boolean,
  signal: AbortSignal,
): Promise<Loaded<Places>> {
  if (signedIn) return ask(places, input, { signal })
  const { siteId, ...span } = input
  return get(`/availability/${siteId}${queryOf(span)}`, places.reply, signal)
}

async function get<S extends z.ZodType>(path: string, answer: S, signal: AbortSignal): Promise<Loaded<z.output<S>>> {
  const answered = await http('GET', path, { answer, signal })
  return answered.ok ? { ok: true, view: answered.body } : answered
}

function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return `?${query.toString()}`
}
