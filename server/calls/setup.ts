import { fieldIssues } from '../../contract/kit.ts'
import { setupInput } from '../../contract/session.ts'
import { Refused } from '../bus/refuse.ts'
import { type HttpCall, limitAddress, type Reply } from '../http/call.ts'
import { setUp } from '../session/setup.ts'

/** POST /setup with the one-time token: makes the first admin of an own server, once; 201 { id, adminUrl }. */
export async function postSetup(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.setup', { points: 10, seconds: 60 })
  if (call.context.setup.tokenHash === null) throw new Refused({ code: 'setup-done' }, false)
  const parsed = setupInput.safeParse(call.body)
  if (!parsed.success) {
    const fields = fieldIssues(parsed.error)
    const weak = fields.every(({ path, issue }) => path === 'password' && issue === 'too_small')
    throw new Refused({ code: weak ? 'password-too-weak' : 'bad-input', fields }, false)
  }
  const id = await setUp(call.context, parsed.data, call.address)
  return { status: 201, json: { id, adminUrl: call.context.addresses.admin } }
}
