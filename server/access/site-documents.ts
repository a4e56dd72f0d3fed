import { siteDocuments } from '../../contract/access.ts'
import { answer } from '../kernel/bus/handle.ts'
import { readSiteDocuments } from './documents.ts'
import { mayBookAt } from './open-site.ts'

/**
 * Returns what must be accepted before booking at a site, in the caller's language. A site that is closed to the caller
 * is not found.
 */
export default answer(siteDocuments, async ({ input, actor, trx, refuse }) => {
  if (!(await mayBookAt(trx, actor, input.siteId))) return refuse('not-found')
  const documents = await readSiteDocuments(trx, { userId: actor.userId, siteId: input.siteId })
  return {
    accepted: documents.every((document) => document.accepted),
    rememberDecision: documents.every((document) => document.remembered),
    documents: documents.map(({ description, translations, ...document }) => {
      const said = translations[actor.language]
      return { ...document, title: said?.title ?? document.name, text: said?.text ?? description }
    }),
  }
})
