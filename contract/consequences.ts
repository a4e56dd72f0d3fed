/**
 * What a dangerous act would do now, before it is done (PREV-1). The act's command takes `world` of this reply and
 * refuses `world-moved` when it would do something else by then.
 */
import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { id, ids, optionalDay } from './fields.ts'
import { query } from './kit.ts'
import { type Dependants, dependantKinds } from './refusals.ts'

const count = z.number().int()
const cents = z.number().int()

/** Maximum number of rows that are considered at once. */
export const maxConsidered = 1_000

/** Entities whose rows are deleted. */
export const removableEntities = [
  'tenant',
  'zone',
  'site',
  'location',
  'gateway',
  'device',
  'barrier',
  'event',
  'tariff',
  'code',
  'product',
  'role',
  'device-type',
  'access-method',
  'identity-provider',
] as const
export type RemovableEntity = (typeof removableEntities)[number]

/** A dangerous act, with what decides about its consequences. */
export const act = z.discriminatedUnion('act', [
  /** Deletes rows. A provider is named by its company. */
  z.strictObject({
    act: z.literal('remove'),
    entity: z.enum(removableEntities),
    ids: ids(maxConsidered).refine((named) => named.length > 0),
  }),
  /** Changes an access time. */
  z.strictObject({ act: z.literal('event-edit'), eventId: id }),
  /** Changes the stages of a tariff. */
  z.strictObject({ act: z.literal('tariff-edit'), tariffId: id }),
  /** Makes a zone private. */
  z.strictObject({ act: z.literal('zone-private'), zoneId: id }),
  /** Switches products of a company off, and ends its licence on a day. */
  z.strictObject({
    act: z.literal('tenant-edit'),
    tenantId: id,
    productsOff: ids(maxConsidered).default([]),
    licenseEnd: optionalDay.default(null),
  }),
  /** Moves a gateway to another site, or takes it out of service. */
  z.strictObject({ act: z.literal('gateway-edit'), gatewayId: id }),
])
export type Act = z.input<typeof act>

/** What happens to a reservation. */
export const effectOutcomes = ['stays', 'new-terms', 'loses-feature', 'cannot-extend'] as const
export type EffectOutcome = (typeof effectOutcomes)[number]

/** What is deleted along with a row. */
export const lossKinds = [
  'picture',
  'site-plan',
  'token',
  'malfunction',
  'maintenance',
  'enrolment',
  'block',
  'announcement',
] as const
export type LossKind = (typeof lossKinds)[number]

/** Maximum number of reservations that are named; all are counted. */
export const maxNamedReservations = 20

const named = z.object({ id, name: z.string() })

export const affectedReservation = z.object({
  reservationId: id,
  number: count,
  person: z.string().nullable(),
  start: z.string(),
  end: z.string(),
  site: z.object({ ...named.shape, timeZone: z.string() }),
  device: named,
  priceCents: cents,
  outcome: z.enum(effectOutcomes),
})
export type AffectedReservation = z.output<typeof affectedReservation>

export const consequencesView = z.object({
  /** Identifies what would happen: the act's command takes it. */
  world: z.string(),
  /** People who have one of the reservations, or lose something that they have now. */
  people: count,
  /** Those of them who lose access. */
  losers: count,
  /** Booked reservations. */
  reservations: z.object({
    running: count,
    future: count,
    priceCents: cents,
    /** Number of each outcome. */
    outcomes: z.record(z.enum(effectOutcomes), count),
  }),
  /** Holds that have not ended. */
  holds: count,
  refundCents: cents,
  /** Messages that the act itself sends, by language. */
  messages: z.array(z.object({ language: z.string(), mails: count, sms: count })),
  /** The first reservations by start. */
  items: z.array(affectedReservation),
  /** What goes with the rows. */
  losses: z.array(z.object({ kind: z.enum(lossKinds), count })),
  /** What forbids it. */
  dependants: z.array(z.object({ kind: z.enum(dependantKinds), count, first: z.array(named) })) satisfies z.ZodType<
    Dependants[]
  >,
  /** How it can be taken back: at once, from the bin, or not at all. */
  undo: z.enum(['undo', 'bin', 'none']),
  /** Must be typed exactly; null = nobody else loses anything. */
  safetyWord: z.string().nullable(),
})
export type ConsequencesView = z.output<typeof consequencesView>

/** The consequences of an act, now. Rows that the caller does not see are not found. */
export const read = query({
  name: 'consequences.read',
  access: operatorFeatures,
  input: z.strictObject({ act }),
  reply: consequencesView,
  refusals: ['used-elsewhere'],
  limit: { points: 60, seconds: 10 },
})
