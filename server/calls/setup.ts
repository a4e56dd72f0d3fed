import { fieldIssues } from '../../contract/field-issues.ts'
import type { KernelRefusal } from '../../contract/refusals.ts'
import { setupInput, type setupRefusals } from '../../contract/session.ts'
import { type HttpCall, limitAddress, type Reply } from '../http/call.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { setUp } from '../session/setup.ts'

const refuse = refuser<(typeof setupRefusals)[number] | KernelRefusal>()

/** POST /setup with the one-time token: creates the first admin of an installation, once; 201 { id, adminUrl }. */
export async function postSetup(call: HttpCall): Promise<Reply> {
  await limitAddress(call, 'session.setup', { points: 10, seconds: 60 })
  if (call.context.setup.tokenHash === null) return refuse('setup-done')
  const parsed = setupInput.safeParse(call.body)
  if (!parsed.success) {
    const fields = fieldIssues(parsed.error, call.body)
    const weak = fields.every(({ path, issue }) => path === 'password' && issue === 'field-too-short')
    return refuse(weak ? 'password-too-weak' : 'bad-input', undefined, fields)
  }
  const id = await setUp(call.context, parsed.data, call.address)
  return { status: 201, json: { id, adminUrl: call.context.addresses.admin } }
}
