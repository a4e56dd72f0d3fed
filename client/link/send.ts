import type * as z from 'zod'
import type { CommandAnswer } from '../../contract/envelope.ts'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { CommandDef } from '../../contract/kit.ts'
import type { KernelRefusal, Refusal, RefusalCode } from '../../contract/refusals.ts'
import { pageLink } from './page.ts'
import { request } from './request.ts'
import type { Link } from './socket.ts'

/** Refusals made by the client: nothing was sent, or there was no reply. */
export type LinkRefusal = 'no-answer' | 'outcome-unknown'
export type Answered<R, C extends RefusalCode = never> =
  | { readonly ok: true; readonly reply: R }
  | { readonly ok: false; readonly refusal: Refusal<C | KernelRefusal | LinkRefusal> }

interface SendOptions {
  /** How long the command may try to reach the server, ms. A device must not move because a connection came back later. */
  timeoutMs?: number
  /** Time without a reply after which it is repeated with the same id, ms. */
  attemptMs?: number
  signal?: AbortSignal
  link?: Link
  /** The command's id, if the caller must know it to ask for the outcome later. */
  id?: string
  /** Called each time the command leaves this device. */
  onTry?: () => void
}

const notNow: readonly string[] = ['server-stopping', 'database-unavailable'] satisfies KernelRefusal[]

/**
 * Sends a command. The input is validated here first (bad-input with fields). All attempts share one id, so a repeated one is carried
 * out once. Without a reply in time: 'no-answer' if it never left this device, 'outcome-unknown' if it may have been carried out.
 */
export async function send<N extends string, I extends z.ZodType, R extends z.ZodType, C extends RefusalCode>(
  def: CommandDef<N, I, R, C>,
  input: z.input<I>,
  { timeoutMs = 15_000, attemptMs = 4_000, signal, link = pageLink(), id = uuid(), onTry }: SendOptions = {},
): Promise<Answered<z.output<R>, C>> {
  const parsed = def.input.safeParse(input)
  if (!parsed.success) return { ok: false, refusal: { code: 'bad-input', fields: fieldIssues(parsed.error, input) } }
  const envelope = { id, name: def.name, input: parsed.data }
  const result = await request<CommandAnswer>(
    link,
    (socket, ms) => {
      onTry?.()
      return socket.timeout(ms).emitWithAck('command', envelope)
    },
    (answer) => !answer.ok && notNow.includes(answer.refusal.code),
    { timeoutMs, attemptMs, signal },
  )
  if (result.answer === null) return { ok: false, refusal: { code: result.sent ? 'outcome-unknown' : 'no-answer' } }
  return result.answer as Answered<z.output<R>, C>
}

/** Returns a random UUID; crypto.randomUUID is missing on plain http addresses. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
