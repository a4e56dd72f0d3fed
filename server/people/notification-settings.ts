import type { Knex } from 'knex'
import { type MessageGroup, messageGroups } from '../../contract/messages.ts'
import { type NotificationSettings, notificationSettings } from '../../contract/people.ts'
import { User } from '../../db/models/people.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { answer } from '../kernel/bus/handle.ts'
import { mobileNumber } from '../messages/mobile-number.ts'

/** What the caller wants to be told, and how. */
export default answer(notificationSettings, ({ actor, trx }) => readSettings(trx, actor))

/** Groups of which somebody gets messages: malfunctions are the operators' business. */
export function groupsOf(actor: UserActor): MessageGroup[] {
  return messageGroups.filter((group) => group !== 'malfunctions' || actor.role === 'Reservation Manager')
}

/**
 * Without a row everything is on; whether SMS come is decided by the consent. Mails about maintenance are switched at the user himself.
 * Malfunctions are never told by SMS.
 */
export async function readSettings(trx: Knex, actor: UserActor): Promise<NotificationSettings> {
  const user = await User.query(trx).findById(actor.userId).withGraphFetched('notificationSettings').throwIfNotFound()
  const { email, mobileNumber: typed, wantsSms, smsConsentAt, allowMaintenanceMails } = user
  return {
    email,
    smsConsentAt: wantsSms && smsConsentAt ? smsConsentAt.toISOString() : null,
    settings: groupsOf(actor).map((group) => {
      const { mail = true, sms = true } = user.notificationSettings?.find(({ kind }) => kind === group) ?? {}
      return {
        group,
        mail: group === 'maintenance' ? allowMaintenanceMails : mail,
        sms: group === 'malfunctions' ? null : sms,
      }
    }),
    mobileNumber: typed,
    mobileValid: mobileNumber(typed) !== null,
    smsOffered: actor.features.has('SMS'),
  }
}
