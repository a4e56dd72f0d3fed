import { activeAnnouncements } from '../../contract/messages.ts'
import { Announcement } from '../../db/models/messages.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Returns announcements valid now ([from, until)), newest first, in the caller's language where translated. */
export default answer(activeAnnouncements, async ({ actor, trx, now }) => {
  const found = await Announcement.query(trx)
    .where('valid_from', '<=', now)
    .where('valid_until', '>', now)
    .orderByRaw('valid_from desc, id desc')
  return found.map(({ id, message, translations, validFrom, validUntil }) => ({
    id,
    message: translations[actor.language]?.['message'] ?? message,
    validFrom: validFrom.toISOString(),
    validUntil: validUntil.toISOString(),
  }))
})
