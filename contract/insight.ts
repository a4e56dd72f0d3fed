import * as z from 'zod'
import { deviceView, malfunctionView, orderView, readingView } from './devices.ts'
import { operatorFeatures, remoteFeatures } from './features.ts'
import { command, query, watch } from './kit.ts'

/** The malfunction dashboard: what is open in the operator's zones now (LIVE-1, LIVE-2). */
export const malfunctions = watch({
  name: 'insight.malfunctions',
  access: operatorFeatures,
  input: z.strictObject({}),
  kinds: { malfunction: malfunctionView },
})

/** An operator has seen it; it stays open until the cause is gone. */
export const acknowledge = command({
  name: 'insight.acknowledge',
  access: operatorFeatures,
  input: z.strictObject({ malfunctionId: z.number().int().positive() }),
  reply: z.object({ acknowledgedAt: z.string() }),
  refusals: ['already-acknowledged', 'malfunction-closed'],
})

/** One device with its open malfunctions, its last 50 orders and its readings as they arrive (snapshot: the last 30). */
export const device = watch({
  name: 'insight.device',
  access: remoteFeatures,
  input: z.strictObject({ deviceId: z.number().int().positive() }),
  kinds: { device: deviceView, malfunction: malfunctionView, order: orderView, reading: readingView },
})

export const metrics = ['temperature', 'humidity', 'supplyVoltage', 'rssi', 'rxTimeouts', 'retries'] as const
export type Metric = (typeof metrics)[number]
export const resolutions = ['raw', '1m', '5m', '15m', '1h', '3h', '6h', '12h', '1d'] as const

const point = z.object({
  at: z.string(),
  min: z.number().nullable(),
  avg: z.number().nullable(),
  max: z.number().nullable(),
})

/**
 * Sensor curves of a device over [from, until): resolution chosen so that at most ~1,000 points come; a bucket without readings is
 * absent and `gapSeconds` says from which distance on two points are not to be joined. Span: 1 hour to 366 days.
 */
export const history = query({
  name: 'insight.history',
  access: remoteFeatures,
  input: z.strictObject({
    deviceId: z.number().int().positive(),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    metrics: z.array(z.enum(metrics)).min(1).max(6),
  }),
  reply: z.object({
    resolution: z.enum(resolutions),
    gapSeconds: z.number(),
    readings: z.number().int(),
    series: z.record(z.string(), z.array(point)),
  }),
  refusals: ['span-too-long', 'span-empty'],
  limit: { points: 40, seconds: 10 },
})
