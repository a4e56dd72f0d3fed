import type { Knex } from 'knex'
import { type NoticeGroup, noticeGroups } from '../../contract/notices.ts'
import { type NotificationSettings, notificationSettings } from '../../contract/profile.ts'
import { one } from '../../db/sql.ts'
import type { UserActor } from '../bus/actor.ts'
import { answer } from '../bus/handle.ts'
import { mobileNumber } from '../notices/mobile-number.ts'
import { wireTime } from '../sql.ts'

/** What the caller wants to be told, and how. */
export default answer(notificationSettings, ({ actor, trx }) => readSettings(trx, actor))

/** Groups of which somebody gets notices: malfunctions are the operators' business. */
export function groupsOf(actor: UserActor): NoticeGroup[] {
  return noticeGroups.filter((group) => group !== 'malfunctions' || actor.role === 'Reservation Manager')
}

/**
 * Without a row everything is on; whether SMS come is decided by the consent. Mails about maintenance are switched at the user himself.
 * Malfunctions are never told by SMS.
 */
export async function readSettings(trx: Knex, actor: UserActor): Promise<NotificationSettings> {
  const {
    mobileNumber: typed,
    maintenanceMails,
    ...user
  } = await one<{
    email: string
    maintenanceMails: boolean
    mobileNumber: string | null
    smsConsentAt: string | null
    set: { kind: string; mail: boolean; sms: boolean }[]
  }>(
    trx,
    `select u.email, u.allow_maintenance_mails as "maintenanceMails", u.mobile_number as "mobileNumber",
       case when u.wants_sms then ${wireTime('u.sms_consent_at')} end as "smsConsentAt",
       (select coalesce(jsonb_agg(jsonb_build_object('kind', ns.kind, 'mail', ns.mail, 'sms', ns.sms)), '[]') from notification_settings ns
        where ns.user_id = u.id) as set
     from users u where u.id = ?`,
    [actor.userId],
  )
  const { set, ...rest } = user
  return {
    ...rest,
    settings: groupsOf(actor).map((group) => {
      const { mail = true, sms = true } = set.find(({ kind }) => kind === group) ?? {}
      return {
        group,
        mail: group === 'maintenance' ? maintenanceMails : mail,
        sms: group === 'malfunctions' ? null : sms,
      }
    }),
    mobileNumber: typed,
    mobileValid: mobileNumber(typed) !== null,
    smsOffered: actor.features.has('SMS'),
  }
}
