import { acceptSiteDocuments } from '../../contract/access.ts'
import { handle } from '../kernel/bus/handle.ts'
import { acceptDocuments, readSiteDocuments } from './documents.ts'
import { mayBookAt } from './open-site.ts'

/**
 * Accepts everything that applies at a site for the caller: for good, or for the next booking. What is remembered stays
 * remembered.
 */
export default handle(acceptSiteDocuments, async ({ input, actor, trx, now, refuse }) => {
  if (!(await mayBookAt(trx, actor, input.siteId))) return refuse('not-found')
  const documents = await readSiteDocuments(trx, { userId: actor.userId, siteId: input.siteId })
  const open = documents.filter((document) => !(input.rememberDecision ? document.remembered : document.accepted))
  const accepted = {
    userId: actor.userId,
    documentIds: open.map(({ id }) => id),
    remember: input.rememberDecision,
    now,
  }
  await acceptDocuments(trx, { ...accepted, reservationId: null })
  return { accepted: true }
})
