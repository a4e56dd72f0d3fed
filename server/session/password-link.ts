import { passwordLink } from '../../contract/session.ts'
import { answerAnybody } from '../kernel/bus/handle.ts'
import { findLink } from './link-tokens.ts'

/** Says whether a link can still set a new password. */
export default answerAnybody(passwordLink, async ({ input, trx, now }) => {
  const { state } = await findLink(trx, 'password-reset', input.token, now)
  return { state }
})
