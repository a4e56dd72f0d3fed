import * as z from 'zod'
import { distinctBy, id, maxLength } from './fields.ts'
import { command, query } from './kit.ts'
import { messageGroups } from './messages.ts'

/** A person's own settings. */
const setting = { group: z.enum(messageGroups), mail: z.boolean(), sms: z.boolean() }

export const notificationSettingsView = z.object({
  email: z.string(),
  /**
   * Only the groups of which the caller gets messages. `sms` null = never by SMS. Messages about a lost place are
   * always mailed.
   */
  settings: z.array(z.object({ ...setting, sms: z.boolean().nullable() })),
  mobileNumber: z.string().nullable(),
  /** False = it cannot receive SMS. */
  mobileValid: z.boolean(),
  /** Start of the caller's consent to SMS; null = no consent. */
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

/**
 * Changes the given settings and leaves the others. Withdrawing the consent or the number stops SMS at once. POST
 * /notificationSettings/update.
 */
export const changeNotificationSettings = command({
  name: 'people.changeNotificationSettings',
  access: 'session',
  input: z.strictObject({
    settings: z
      .array(z.strictObject(setting))
      .max(messageGroups.length)
      .superRefine(distinctBy(({ group }) => group))
      .optional(),
    mobileNumber: z.string().trim().max(45).nullable().optional(),
    smsConsent: z.boolean().optional(),
  }),
  reply: notificationSettingsView,
  refusals: ['mobile-number-invalid', 'sms-not-offered'],
  privateInput: ['mobileNumber'],
})

/** Maximum number of saved views of one list. */
export const maxListViews = 20

const listName = z.string().min(1).max(64)
const viewName = z.string().trim().min(1).max(maxLength.name)
const listViewSettings = z.strictObject({
  /** Search, sort and filters as in the address. */
  search: z
    .record(
      z.string().max(64),
      z.union([z.string().max(255), z.number(), z.boolean(), z.array(z.string().max(64)).max(30)]),
    )
    .refine((search) => Object.keys(search).length <= 30),
  /** Keys of the shown columns, in order. */
  columns: z.array(z.string().max(64)).max(64),
  density: z.enum(['compact', 'comfortable']),
})
export type ListViewSettings = z.infer<typeof listViewSettings>
const listView = z.object({ id: z.number().int(), name: z.string(), settings: listViewSettings })
export type ListView = z.infer<typeof listView>

/** The caller's saved views of a list, by name. */
export const listViews = query({
  name: 'people.listViews',
  access: 'session',
  input: z.strictObject({ list: listName }),
  reply: z.array(listView),
})

/** Saves a view of a list; one of the same name is replaced. */
export const saveListView = command({
  name: 'people.saveListView',
  access: 'session',
  input: z.strictObject({ list: listName, name: viewName, settings: listViewSettings }),
  reply: listView,
  refusals: ['too-many-views'],
})

/** Renames one of the caller's saved views. */
export const renameListView = command({
  name: 'people.renameListView',
  access: 'session',
  input: z.strictObject({ viewId: id, name: viewName }),
  reply: listView,
  refusals: ['name-taken'],
})

/** Removes one of the caller's saved views. */
export const removeListView = command({
  name: 'people.removeListView',
  access: 'session',
  input: z.strictObject({ viewId: z.number().int().positive() }),
  reply: z.object({}),
  refusals: [],
})
