import * as z from 'zod'
import { command, query } from './kit.ts'
import { noticeGroups } from './messages.ts'

/** What somebody set for himself. */
const setting = { group: z.enum(noticeGroups), mail: z.boolean(), sms: z.boolean() }

export const notificationSettingsView = z.object({
  email: z.string(),
  /** Only the groups that the caller gets notices of. `sms` null = that group is never told by SMS. Losses are mailed whatever it says. */
  settings: z.array(z.object({ ...setting, sms: z.boolean().nullable() })),
  mobileNumber: z.string().nullable(),
  /** False = SMS cannot reach it. */
  mobileValid: z.boolean(),
  /** Since when the caller consents to SMS; null = he does not. */
  smsConsentAt: z.string().nullable(),
  /** The caller's tenant sends SMS. */
  smsOffered: z.boolean(),
})
export type NotificationSettings = z.infer<typeof notificationSettingsView>

/** GET /notificationSettings/update. */
export const notificationSettings = query({
  name: 'people.notificationSettings',
  access: 'session',
  input: z.strictObject({}),
  reply: notificationSettingsView,
})

/** Changes what is named and leaves the rest. Taking the consent or the number back stops SMS at once. POST /notificationSettings/update. */
export const changeNotificationSettings = command({
  name: 'people.changeNotificationSettings',
  access: 'session',
  input: z.strictObject({
    settings: z.array(z.strictObject(setting)).max(noticeGroups.length).optional(),
    mobileNumber: z.string().trim().max(45).nullable().optional(),
    smsConsent: z.boolean().optional(),
  }),
  reply: notificationSettingsView,
  refusals: ['mobile-number-invalid', 'sms-not-offered'],
  privateInput: ['mobileNumber'],
})
