import { createCode } from '../../contract/access.ts'
import { many } from '../../db/sql.ts'
import { handle } from '../bus/handle.ts'
import { guessingWait } from './guessing.ts'

/**
 * A new code for a private zone of the caller's. Names are unique over all zones, whatever the case of their letters: the name alone says
 * which zone it opens.
 */
export default handle(createCode, async ({ input, actor, trx, refuse }) => {
  const { name, zoneId, eventId } = input
  const seconds = await guessingWait(trx, actor.userId)
  if (seconds !== null) return refuse('too-many-requests', { seconds })
  const [zone] = await many<{ tenant_id: number; private: boolean }>(
    trx,
    'select tenant_id, private from zones where id = ? and (?::boolean or id = any (?)) for key share',
    [zoneId, actor.seesAll, [...actor.zoneIds]],
  )
  if (!zone) return refuse('not-found')
  if (!zone.private) return refuse('zone-not-private')
  if (eventId !== null) {
    const events = await many(
      trx,
      'select from events where id = ? and zone_id = ? and deleted_at is null for key share',
      [eventId, zoneId],
    )
    if (events.length === 0) return refuse('event-not-in-zone')
  }
  const [code] = await many<{ id: number }>(
    trx,
    `insert into codes (name, tenant_id, zone_id, event_id, created_by, modified_by) values (?, ?, ?, ?, ?, ?)
     on conflict (lower(name)) do nothing returning id`,
    [name, zone.tenant_id, zoneId, eventId, actor.userId, actor.userId],
  )
  // Whether a code exists elsewhere is worth guessing too.
  if (!code) return refuse('code-exists', undefined, [{ path: 'name', issue: 'code-exists' }])
  return { codeId: code.id }
})
