import { sessions } from '../../contract/session/security.ts'
import { many } from '../../db/sql.ts'
import { deviceOf, networkOf } from '../../machines/user-agent.ts'
import { idleHours } from '../kernel/bus/actor.ts'
import { answer } from '../kernel/bus/handle.ts'

interface Row {
  id: string
  app: 'portal' | 'admin'
  address: string | null
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
  current: boolean
  open_screens: number
}

export default answer(sessions, async ({ actor, trx }) => {
  const rows = await many<Row>(
    trx,
    `select encode(s.id_hash, 'hex') as id, s.app, host(s.address) as address, s.user_agent, s.created_at, s.last_seen_at,
            s.id_hash = ? as current,
            coalesce((select sum(screens)::int from open_screens o
                       where o.session_hash = s.id_hash and o.seen_at > now() - interval '150 seconds'), 0) as open_screens
       from sessions s
      where s.user_id = ? and s.revoked_at is null and s.expires_at > now()
        and s.last_seen_at > now() - make_interval(hours => ?)
      order by current desc, s.last_seen_at desc, s.id_hash limit 100`,
    [Buffer.from(actor.sessionId, 'hex'), actor.userId, idleHours],
  )
  return rows.map(({ id, app, address, user_agent, created_at, last_seen_at, current, open_screens }) => ({
    id,
    app,
    ...deviceOf(user_agent),
    network: address === null ? null : networkOf(address),
    address,
    startedAt: created_at.toISOString(),
    lastUsedAt: last_seen_at.toISOString(),
    current,
    openScreens: open_screens,
  }))
})
