import * as z from 'zod'
import { acceptSiteDocuments, siteDocuments } from '../../contract/access.ts'
import { ask, type HttpCall, noParameters, pathId, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'

/** GET /sites/:id/documents/get-documents: the documents that apply at a site, in the caller's language. */
export async function getSiteDocuments(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  const { documents } = await ask(call, siteDocuments, { siteId: pathId(call) })
  return { json: { documents } }
}

/** GET /sites/:id/documents/has-accepted: { accepted, rememberDecision }. */
export async function getSiteDocumentsAccepted(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  const { accepted, rememberDecision } = await ask(call, siteDocuments, { siteId: pathId(call) })
  return { json: { accepted, rememberDecision } }
}

const decision = z.strictObject({ rememberDecision: z.boolean().default(true) })

/** PATCH /sites/:id/documents/accept-all with { rememberDecision }; an empty body means that it is remembered. */
export async function patchSiteDocumentsAccepted(call: HttpCall): Promise<Reply> {
  const { rememberDecision } = call.body === undefined ? decision.parse({}) : readBody(call, decision)
  return { json: await sendCommand(call, acceptSiteDocuments, { siteId: pathId(call), rememberDecision }) }
}
