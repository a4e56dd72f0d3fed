import { setLanguage } from '../../contract/session.ts'
import { handle } from '../bus/handle.ts'
import { meChange } from '../session/me.ts'

/** Keeps the language with the user: mails, announcements and the next login use it. */
export default handle(setLanguage, async ({ input, actor, trx, emit }) => {
  await trx('users').where('id', actor.userId).update({ language: input.language })
  await emit({ changes: [await meChange(trx, actor.userId)] })
  return { language: input.language }
})
