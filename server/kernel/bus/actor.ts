import type { Knex } from 'knex'
import type { Role } from '../../../contract/features.ts'
import type { Language } from '../../../contract/session.ts'
import { prepared } from '../../../db/sql.ts'

export interface UserActor {
  readonly kind: 'user'
  readonly userId: number
  /** Hex of the session's hash: identifies the session, but does not authenticate. */
  readonly sessionId: string
  readonly app: 'portal' | 'admin'
  readonly name: string
  readonly role: Role
  readonly type: 'NORMAL' | 'SUPER'
  readonly features: ReadonlySet<string>
  readonly zoneIds: readonly number[]
  readonly tenantIds: readonly number[]
  /** Admins see every zone. */
  readonly seesAll: boolean
  readonly language: Language
}

/** Key of an actor for rate limits and for commands that run once. */
export function actorKey(actor: Pick<UserActor, 'userId'>): string {
  return `user:${actor.userId}`
}

/** A session ends after this time without use. */
export const idleHours = 12

interface ActorRow {
  now: Date
  app: 'portal' | 'admin'
  user_id: number
  name: string
  role: Role
  type: 'NORMAL' | 'SUPER'
  language: Language
  features: string[]
  zone_ids: number[]
  tenant_ids: number[]
}

/**
 * Commands read single rows by key, so a generic plan is as good as a custom one, and planning is most of their work.
 * Applies to the rest of the transaction.
 */
const keepPlans = `now() as now, set_config('plan_cache_mode', 'force_generic_plan', true)`

/** What an actor is, from users u and roles r. */
const userColumns = `u.id as user_id, coalesce(nullif(trim(concat_ws(' ', u.firstname, u.lastname)), ''), u.username) as name,
            r.kind as role, u.type, u.language,
            array(select zone_id from user_zones where user_id = u.id order by 1) as zone_ids,
            array(select tenant_id from user_tenants where user_id = u.id order by 1) as tenant_ids,
            array(select p.prefix from products p join product_roles pr on pr.product_id = p.id and pr.role_id = u.role_id
                  where p.basic or exists (select 1 from product_tenants pt join user_tenants ut on ut.tenant_id = pt.tenant_id
                                           where pt.product_id = p.id and ut.user_id = u.id)) as features`

/**
 * Returns the user of a live session with the current rights, and the database's time. Null if the session is unknown,
 * revoked, idle for too long or past its end, or if its user may no longer sign in. `writes` = a command follows in
 * this transaction.
 */
export async function loadActor(
  trx: Knex,
  sessionHash: Buffer,
  { writes = false }: { writes?: boolean } = {},
): Promise<{ actor: UserActor; now: Date } | null> {
  const [row] = await prepared<ActorRow>(
    trx,
    `select ${writes ? keepPlans : 'now() as now'}, s.app, ${userColumns}
       from sessions s join users u on u.id = s.user_id join roles r on r.id = u.role_id
      where s.id_hash = ? and s.revoked_at is null and s.expires_at > now()
        and s.last_seen_at > now() - make_interval(hours => ?) and u.state = 'ACTIVE'`,
    [sessionHash, idleHours],
  )
  if (!row) return null
  return { now: row.now, actor: actorOf(row, sessionHash.toString('hex')) }
}

/**
 * Returns a user with the current rights for work that they started and that outlives their session, and the database's
 * time. Null if they may no longer sign in.
 */
export async function loadActorOfJob(
  trx: Knex,
  userId: number,
  app: UserActor['app'],
): Promise<{ actor: UserActor; now: Date } | null> {
  const [row] = await prepared<ActorRow>(
    trx,
    `select now() as now, ?::text as app, ${userColumns}
       from users u join roles r on r.id = u.role_id where u.id = ? and u.state = 'ACTIVE'`,
    [app, userId],
  )
  return row ? { now: row.now, actor: actorOf(row, '') } : null
}

function actorOf(row: ActorRow, sessionId: string): UserActor {
  return {
    kind: 'user',
    userId: row.user_id,
    sessionId,
    app: row.app,
    name: row.name,
    role: row.role,
    type: row.type,
    features: new Set(row.features),
    zoneIds: row.zone_ids,
    tenantIds: row.tenant_ids,
    seesAll: row.role === 'Admin',
    language: row.language,
  }
}
