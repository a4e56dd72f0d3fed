import type * as z from 'zod'
import type { QueryAnswer } from '../../contract/envelope.ts'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { QueryDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { pageLink } from './page.ts'
import { request } from './request.ts'
import type { Link } from './socket.ts'

export type Asked<R> =
  | { readonly ok: true; readonly view: R }
  | { readonly ok: false; readonly refusal: Refusal<string>; readonly aborted: boolean }

interface AskOptions {
  timeoutMs?: number
  attemptMs?: number
  signal?: AbortSignal
  link?: Link
}

const notNow: readonly string[] = ['server-stopping', 'database-unavailable', 'server-busy']

/** Sends a query: repeated after a reconnect, 'no-answer' after `timeoutMs` (default 12 s); `aborted` if the caller gave up. */
export async function ask<N extends string, I extends z.ZodType, R extends z.ZodType>(
  def: QueryDef<N, I, R>,
  input: z.input<I>,
  { timeoutMs = 12_000, attemptMs = 8_000, signal, link = pageLink() }: AskOptions = {},
): Promise<Asked<z.output<R>>> {
  const parsed = def.input.safeParse(input)
  if (!parsed.success)
    return { ok: false, aborted: false, refusal: { code: 'bad-input', fields: fieldIssues(parsed.error, input) } }
  const result = await request<QueryAnswer>(
    link,
    (socket, ms) => socket.timeout(ms).emitWithAck('query', { name: def.name, input: parsed.data }),
    (answer) => !answer.ok && notNow.includes(answer.refusal.code),
    { timeoutMs, attemptMs, signal },
  )
  if (result.answer === null) return { ok: false, aborted: result.aborted, refusal: { code: 'no-answer' } }
  return result.answer.ok
    ? (result.answer as { ok: true; view: z.output<R> })
    : { ok: false, aborted: false, refusal: result.answer.refusal }
}
