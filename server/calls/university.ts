import { status, unlink } from '../../contract/university.ts'
import { ask, type HttpCall, noParameters, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'
import { refuser } from '../kernel/bus/refuse.ts'

const refuse = refuser<'university-not-linked'>()

/** GET /users/checkTuAuthorizationStatus: 200 with the groups of the linked university account; 404 university-not-linked without one. */
export async function getUniversityStatus(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  const { link } = await ask(call, status, {})
  if (link === null) return refuse('university-not-linked')
  return { json: { linked: true, ...link } }
}

/** DELETE /users/removeTuAuthorization: ends the link with the university and the enrolments that came with it. */
export async function deleteUniversityLink(call: HttpCall): Promise<Reply> {
  readBody(call, unlink.input.optional())
  return { json: await sendCommand(call, unlink, {}) }
}
