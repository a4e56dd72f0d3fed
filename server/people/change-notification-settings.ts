import type { Knex } from 'knex'
import { changeNotificationSettings } from '../../contract/profile.ts'
import { handle } from '../bus/handle.ts'
import { mobileNumber } from '../notices/mobile-number.ts'
import { groupsOf, readSettings } from './notification-settings.ts'

const invalid = [{ path: 'mobileNumber', issue: 'mobile-number-invalid' }]

/**
 * Keeps what somebody wants to be told. A mobile number is kept as it is dialled from everywhere; consent to SMS needs one, and is kept with its
 * time. Without number or consent SMS stop at once, those that wait too (rule N-4).
 */
export default handle(changeNotificationSettings, async ({ input, actor, trx, refuse }) => {
  const user = (await trx('users')
    .where({ id: actor.userId })
    .forNoKeyUpdate()
    .first('mobile_number', 'wants_sms')) as {
    mobile_number: string | null
    wants_sms: boolean
  }
  const row: Record<string, Knex.Value | Knex.Raw> = {}
  let number = mobileNumber(user.mobile_number)
  if (input.mobileNumber !== undefined) {
    const typed = input.mobileNumber === '' ? null : input.mobileNumber
    number = mobileNumber(typed)
    if (typed !== null && number === null) return refuse('mobile-number-invalid', {}, invalid)
    row['mobile_number'] = number
  }
  const consents = input.smsConsent ?? (user.wants_sms && number !== null)
  if (consents && input.smsConsent === true) {
    if (!actor.features.has('SMS')) return refuse('sms-not-offered')
    if (number === null) return refuse('mobile-number-invalid', {}, invalid)
    if (!user.wants_sms) Object.assign(row, { wants_sms: true, sms_consent_at: trx.fn.now() })
  }
  if (!consents) Object.assign(row, { wants_sms: false, sms_consent_at: null })
  const own = groupsOf(actor)
  const settings = (input.settings ?? []).filter(({ group }) => own.includes(group))
  const maintenance = settings.find(({ group }) => group === 'maintenance')
  if (maintenance) row['allow_maintenance_mails'] = maintenance.mail
  if (Object.keys(row).length > 0) await trx('users').where({ id: actor.userId }).update(row)
  if (settings.length > 0)
    await trx('notification_settings')
      .insert(settings.map(({ group, mail, sms }) => ({ user_id: actor.userId, kind: group, mail, sms })))
      .onConflict(['user_id', 'kind'])
      .merge(['mail', 'sms'])
  return readSettings(trx, actor)
})
