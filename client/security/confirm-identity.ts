import { proxy, ref } from 'valtio'
import type * as z from 'zod'
import type { CommandDef } from '../../contract/kit.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { type Answered, send } from '../link/send.ts'

/** The dialog that asks who somebody is, while it is open. */
export const confirming = proxy<{ current: { answer: (confirmed: boolean) => void } | null }>({ current: null })

/** Asks the person to confirm who they are; true once they did. A second question joins the first. */
export function confirmIdentity(): Promise<boolean> {
  return new Promise((resolve) => {
    const before = confirming.current
    confirming.current = ref({
      answer: (confirmed: boolean) => {
        confirming.current = null
        before?.answer(confirmed)
        resolve(confirmed)
      },
    })
  })
}

/** Makes a call, and again once the person has confirmed who they are, if it wants to know that first. */
export async function confirmFirst<A extends { ok: true } | { ok: false; refusal: { code: string } }>(
  call: () => Promise<A>,
): Promise<A> {
  const answer = await call()
  if (answer.ok || answer.refusal.code !== 'confirm-identity' || !(await confirmIdentity())) return answer
  return call()
}

/**
 * Sends a command like `send`. If it wants to know first who the person is, asks for the password, a passkey or a
 * one-time code, and sends it again. A person who does not confirm gets the refusal `confirm-identity`.
 */
export async function sendConfirmed<N extends string, I extends z.ZodType, R extends z.ZodType, C extends RefusalCode>(
  def: CommandDef<N, I, R, C>,
  input: z.input<I>,
  options: { id?: string } = {},
): Promise<Answered<z.output<R>, C>> {
  const answer = await send(def, input, options)
  if (answer.ok || answer.refusal.code !== 'confirm-identity' || !(await confirmIdentity())) return answer
  // Another id: the refused one would be refused again.
  return send(def, input)
}
