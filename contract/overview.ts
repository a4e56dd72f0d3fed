/** The installation at a glance, for administrators (ADM-23). */
import * as z from 'zod'
import { query } from './kit.ts'

const count = z.number().int().min(0)

/** Everything by numbers that indexes give; refreshed every 30 s. */
export const read = query({
  name: 'overview.read',
  access: ['BASIC_ADM'],
  limit: { points: 30, seconds: 10 },
  input: z.strictObject({}),
  reply: z.object({
    asOf: z.string(),
    companies: z.object({ all: count, licenceOver: count }),
    sites: count,
    /** silent = monitored and without a message for 3 hours. */
    gateways: z.object({ all: count, linked: count, silent: count }),
    malfunctions: z.object({ open: count, errors: count }),
    /** The day of the installation's first company. */
    today: z.object({ timeZone: z.string(), reservations: count, revenueCents: z.number().int() }),
    /** late = due for more than a minute; failed = not tried again. */
    jobs: z.object({ late: count, failed: count }),
    messages: z.object({ queued: count, failed: count }),
    /** Lines of the log in the last 24 hours, at most 10,000 each. */
    log: z.object({ errors: count, warnings: count }),
    storage: z.object({
      bytes: z.number(),
      growthPerDay: z.number().nullable(),
      freeBytes: z.number().nullable(),
      daysLeft: count.nullable(),
    }),
    processes: z.object({ alive: count, late: count }),
    /** The process that replied: its memory, and how busy its host and its event loop are. */
    load: z.object({
      memoryBytes: z.number(),
      /** Share of the host's processors. */
      processor: z.number().min(0),
      /** 99 of 100 turns of the event loop were not delayed for longer. */
      delayMs: z.number().min(0),
    }),
    versions: z.object({
      holdfast: z.string(),
      postgresql: z.string(),
      timescale: z.string().nullable(),
      node: z.string(),
      schema: z.string().nullable(),
    }),
    configured: z.object({ mail: z.boolean(), sms: z.boolean(), payments: z.enum(['none', 'test']) }),
  }),
})
