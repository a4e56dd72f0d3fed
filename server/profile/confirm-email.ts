import { confirmEmail } from '../../contract/profile.ts'
import { User } from '../../db/models/people.ts'
import { publish } from '../../db/outbox.ts'
import { plainWord } from '../../machines/plain-text.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handleAnybody } from '../kernel/bus/handle.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { revokeLinks, useLink } from '../session/link-tokens.ts'
import { meChange } from '../session/me.ts'

const taken = { code: 'email-taken', field: 'token' } as const

/**
 * Gives the account its new address (rule PR-3). The old one is notified; links to choose a new password that were sent
 * there end.
 */
export default handleAnybody(confirmEmail, async ({ input, trx, now, refuse }) => {
  const link = await useLink(trx, 'email-change', plainWord(input.token), now)
  if (!link.ok) return refuse(`link-${link.state}`)
  const { userId, email } = link
  const user = userId === null ? undefined : await User.query(trx).findById(userId).forNoKeyUpdate()
  if (user?.state !== 'ACTIVE' || email === null) return refuse('link-used')
  const former = user.email
  // A login name that is the address stays the address.
  const username = user.username.toLowerCase() === former.toLowerCase() ? { username: email } : {}
  const meanings = { users_email_unique: taken, users_username_unique: taken }
  await translateConstraints(trx, refuse, meanings, () => user.$query(trx).patch({ email, ...username }))
  await revokeLinks(trx, 'password-reset', user.id)
  await queueAccountNotice(trx, user.id, 'email', now, { email: former })
  await publish(trx, [await meChange(trx, user.id)])
  return { email }
})
