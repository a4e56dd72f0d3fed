import { setLanguage } from '../../contract/session.ts'
import { User } from '../../db/models/people.ts'
import { publish } from '../../db/outbox.ts'
import { handle } from '../kernel/bus/handle.ts'
import { meChange } from '../session/me.ts'

/** Stores the user's language: mails, announcements and the next login use it. */
export default handle(setLanguage, async ({ input, actor, trx }) => {
  await User.query(trx).findById(actor.userId).patch({ language: input.language })
  await publish(trx, [await meChange(trx, actor.userId)])
  return { language: input.language }
})
