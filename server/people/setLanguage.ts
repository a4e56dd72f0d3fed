import { setLanguage } from '../../contract/session.ts'
import { User } from '../../db/models/people.ts'
import { handle } from '../bus/handle.ts'
import { meChange } from '../session/me.ts'

/** Keeps the language with the user: mails, announcements and the next login use it. */
export default handle(setLanguage, async ({ input, actor, trx, emit }) => {
  await User.query(trx).findById(actor.userId).patch({ language: input.language })
  await emit({ changes: [await meChange(trx, actor.userId)] })
  return { language: input.language }
})
