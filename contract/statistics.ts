import * as z from 'zod'
import { malfunctionKinds } from './devices.ts'
import { operatorFeatures, remoteFeatures } from './features.ts'
import { metrics, resolutions } from './insight.ts'
import { query } from './kit.ts'

/**
 * Sensor curves and figures of a device, a site or a zone (LIVE-5). Times are ISO strings, money is in integer euro
 * cents, shares are 0 to 1.
 */
const id = z.number().int()
const share = z.number().min(0).max(1)
export const statisticScopes = ['device', 'site', 'zone'] as const
export type StatisticScope = (typeof statisticScopes)[number]
const target = { scope: z.enum(statisticScopes), targetId: id.positive() }
/** [from, until): 1 hour to 366 days. */
const span = { from: z.iso.datetime(), until: z.iso.datetime() }

const point = z.object({
  at: z.string(),
  min: z.number().nullable(),
  avg: z.number().nullable(),
  max: z.number().nullable(),
})

/**
 * Sensor curves over all devices of the target: minimum, mean (of all readings) and maximum of each bucket. At most
 * ~1,000 points per curve; a bucket without readings is absent, and points further apart than `gapSeconds` are not
 * joined.
 */
export const sensorHistory = query({
  name: 'statistics.sensors',
  access: remoteFeatures,
  input: z.strictObject({ ...target, ...span, metrics: z.array(z.enum(metrics)).min(1).max(6) }),
  reply: z.object({
    resolution: z.enum(resolutions),
    gapSeconds: z.number(),
    devices: id,
    readings: id,
    series: z.record(z.string(), z.array(point)),
  }),
  refusals: ['span-too-long', 'span-empty'],
  limit: { points: 40, seconds: 10 },
})
export type SensorHistory = z.infer<typeof sensorHistory.reply>

export const statisticSteps = ['hour', 'day', 'week', 'month'] as const
export type StatisticStep = (typeof statisticSteps)[number]

const figures = {
  /** Reservations that began then, and those of them that were cancelled before the start. */
  reservations: id,
  canceled: id,
  /** Share of the places' time that was reserved. */
  bookedShare: share,
  /** Occupied share of the time with known sensor states; null = no reports. */
  occupiedShare: share.nullable(),
  /** Payments for reservations minus refunds; negative if refunds exceed payments. */
  revenueCents: id,
  refundCents: id,
  /** Malfunctions opened then. */
  malfunctions: id,
}

/**
 * Figures of a target over a span, by steps of its own calendar (hours to 2 days, days to 92, weeks to 183, otherwise
 * months).
 */
export const statistics = query({
  name: 'statistics.figures',
  access: operatorFeatures,
  input: z.strictObject({ ...target, ...span }),
  reply: z.object({
    timeZone: z.string(),
    step: z.enum(statisticSteps),
    /** Places that can be reserved separately. */
    places: id,
    totals: z.object({
      ...figures,
      /** Reservations that ran, per place and day. */
      turnover: z.number(),
      /** Mean length of a reservation, minutes. */
      meanMinutes: z.number(),
      /** Minutes of malfunctions that stop a device, summed over devices; overlapping ones count once. */
      downMinutes: z.number(),
    }),
    series: z.array(z.object({ at: z.string(), ...figures })),
    /** By weekday (1 = Monday) and hour of the target's calendar; hours outside the span are absent. */
    heat: z.array(z.object({ weekday: id, hour: id, bookedShare: share, occupiedShare: share.nullable() })),
    /** Opened within the span; minutes within it also count malfunctions opened before. */
    kinds: z.array(z.object({ kind: z.enum(malfunctionKinds), count: id, minutes: z.number() })),
  }),
  refusals: ['span-too-long', 'span-empty'],
  limit: { points: 30, seconds: 10 },
})
export type Statistics = z.infer<typeof statistics.reply>
