import { fn, type PartialModelObject } from 'objection'
import { changeNotificationSettings } from '../../contract/people.ts'
import { NotificationSetting, User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { mobileNumber } from '../messages/mobile-number.ts'
import { homeCountry } from './home-country.ts'
import { groupsOf, readSettings } from './notification-settings.ts'

const invalid = [{ path: 'mobileNumber', issue: 'mobile-number-invalid' as const }]

/**
 * Keeps what somebody wants to be told. A mobile number is kept as it is dialled from everywhere; consent to SMS needs one, and is kept with its
 * time. Without number or consent SMS stop at once, those that wait too (rule N-4).
 */
export default handle(changeNotificationSettings, async ({ input, actor, trx, refuse }) => {
  const user = await User.query(trx).findById(actor.userId).forNoKeyUpdate().throwIfNotFound()
  const patch: PartialModelObject<User> = {}
  let number = mobileNumber(user.mobileNumber)
  if (input.mobileNumber !== undefined) {
    const typed = input.mobileNumber === '' ? null : input.mobileNumber
    number = mobileNumber(typed, await homeCountry(trx, actor.userId))
    if (typed !== null && number === null) return refuse('mobile-number-invalid', {}, invalid)
    patch.mobileNumber = number
  }
  const consents = input.smsConsent ?? (user.wantsSms && number !== null)
  if (consents && input.smsConsent === true) {
    if (!actor.features.has('SMS')) return refuse('sms-not-offered')
    if (number === null) return refuse('mobile-number-invalid', {}, invalid)
    if (!user.wantsSms) Object.assign(patch, { wantsSms: true, smsConsentAt: fn.now() })
  }
  if (!consents) Object.assign(patch, { wantsSms: false, smsConsentAt: null })
  const own = groupsOf(actor)
  const settings = (input.settings ?? []).filter(({ group }) => own.includes(group))
  const maintenance = settings.find(({ group }) => group === 'maintenance')
  if (maintenance) patch.allowMaintenanceMails = maintenance.mail
  if (Object.keys(patch).length > 0) await user.$query(trx).patch(patch)
  if (settings.length > 0)
    await NotificationSetting.query(trx)
      .insert(settings.map(({ group, mail, sms }) => ({ userId: actor.userId, kind: group, mail, sms })))
      .onConflict(['user_id', 'kind'])
      .merge(['mail', 'sms'])
  return readSettings(trx, actor)
})
