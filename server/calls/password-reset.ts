import type { KernelRefusal } from '../../contract/refusals.ts'
import { resetInput, type resetRefusals, resetRequestInput } from '../../contract/session.ts'
import { type HttpCall, limitAddress, type Reply, readBody } from '../http/call.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { requestPasswordReset } from '../session/request-password-reset.ts'
import { resetPassword } from '../session/reset-password.ts'

const refuse = refuser<(typeof resetRefusals)[number] | 'reset-not-requested' | KernelRefusal>()

/** POST /users/password_reset_request with { email }: always { msg }, whether or not the address has an account. Limited by address. */
export async function postPasswordResetRequest(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.requestPasswordReset', { points: 10, seconds: 900 })
  const parsed = resetRequestInput.safeParse(call.body)
  if (!parsed.success) return refuse('reset-not-requested')
  await requestPasswordReset(call.context.knex, parsed.data.email)
  return { json: { msg: 'If the address exists, a link was sent to it.' } }
}

/** POST /users/password_reset with the link's token and a new password: { admin }, whether the person logs in at the administration. */
export async function postPasswordReset(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.resetPassword', { points: 20, seconds: 60 })
  const input = readBody(call, resetInput)
  const done = await resetPassword({ ...call.context, loginLimits: call.edge.loginLimits }, input, call)
  return { json: done }
}
