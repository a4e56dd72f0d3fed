import { activeAnnouncements } from '../../contract/session.ts'
import { answer } from '../bus/handle.ts'

interface Row {
  id: number
  message: string
  valid_from: Date
  valid_until: Date
}

/** Announcements valid now ([from, until)), newest first, in the caller's language where it is translated. */
export default answer(activeAnnouncements, async ({ actor, trx, now }) => {
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `select id, coalesce(translations -> ?::text ->> 'message', message) as message, valid_from, valid_until
       from announcements where valid_from <= ? and valid_until > ? order by valid_from desc, id desc`,
    [actor.language, now, now],
  )
  return rows.map((row) => ({
    id: row.id,
    message: row.message,
    validFrom: row.valid_from.toISOString(),
    validUntil: row.valid_until.toISOString(),
  }))
})
