import * as z from 'zod'
import { query } from './kit.ts'
import { languages } from './session.ts'

/** How to reach the people who look after a site, as its zone or location says: a phone number, an e-mail address, hours. */
export const siteContact = z.object({
  siteId: z.number().int(),
  site: z.string(),
  address: z.string().nullable(),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  text: z.string(),
  /** The caller has a reservation there. */
  mine: z.boolean(),
})
export type SiteContact = z.infer<typeof siteContact>

/** The contacts of the sites that the caller may see, those with a reservation of theirs first. `query` is part of a name or address. */
export const contacts = query({
  name: 'help.contacts',
  access: 'public',
  input: z.strictObject({
    query: z.string().trim().max(255).default(''),
    /** For callers without an account; others read their own language. */
    language: z.enum(languages).optional(),
  }),
  reply: z.object({ sites: z.array(siteContact), recordCount: z.number().int() }),
  limit: { points: 60, seconds: 10 },
})
