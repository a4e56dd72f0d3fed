import { describe } from '../../contract/media.ts'
import { languages } from '../../contract/session.ts'
import { Media } from '../../db/models/media.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPicture } from './may-edit.ts'

/** Saves what a picture shows, in each language. */
export default handle(describe, async ({ input, actor, trx, refuse }) => {
  const { mediaId, version } = input
  if ((await lockPicture(trx, actor, mediaId)) === null) return refuse('not-found')
  const kept = await lockVersion(trx, refuse, {
    row: Media.query(trx).findById(mediaId),
    seen: version,
    current: ({ alt }) => Object.fromEntries(languages.map((language) => [language, alt[language] ?? ''])),
  })
  const alt = Object.fromEntries(
    languages.map((language) => [language, input[language]] as const).filter(([, text]) => text !== ''),
  )
  const saved = await kept.$query(trx).patchAndFetch({ alt, modifiedBy: actor.userId })
  return { mediaId, version: saved.version }
})
