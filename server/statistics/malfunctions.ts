import type { Knex } from 'knex'
import type { MalfunctionView } from '../../contract/devices.ts'
import { many } from '../../db/sql.ts'
import type { Between } from './calendar.ts'
import type { Target } from './target.ts'

export interface MalfunctionFigures {
  /** Opening times of those within the span, ms. */
  readonly opened: readonly number[]
  readonly kinds: readonly { kind: MalfunctionView['kind']; count: number; minutes: number }[]
  readonly downMinutes: number
}

interface Row {
  kind: MalfunctionView['kind']
  device_ids: number[]
  opened_at: Date
  closed_at: Date | null
}

/** Kinds that put a device out of operation (rule T-18). */
const stops: ReadonlySet<string> = new Set([
  'unreachable',
  'not-responding',
  'error-status',
  'stuck-door',
  'gateway-silent',
  'booked-blocked',
])

/**
 * Returns malfunctions opened within the span and their minutes within it, for open ones until `now`. A silent gateway
 * stops its devices; overlapping downtimes of a device count once (rule T-18).
 */
export async function readMalfunctions(
  trx: Knex,
  { deviceIds: devices, deviceId: device, siteIds: sites }: Target,
  span: Between,
  now: Date,
): Promise<MalfunctionFigures> {
  const found = await many<Row>(
    trx,
    `SELECT m.kind, m.opened_at, m.closed_at, CASE WHEN m.device_id IS NOT NULL THEN ARRAY[m.device_id]
       ELSE array(SELECT d.id FROM devices d WHERE d.gateway_id = m.gateway_id AND d.id = ANY (:devices)) END AS device_ids
     FROM malfunctions m WHERE m.opened_at < :until AND (m.closed_at IS NULL OR m.closed_at > :from OR m.opened_at >= :from)
       AND (CASE WHEN :device::integer IS NULL THEN m.site_id = ANY (:sites) ELSE m.device_id = :device OR m.device_id IS NULL AND m.kind = 'gateway-silent'
         AND m.gateway_id = (SELECT gateway_id FROM devices WHERE id = :device) END)`,
    { devices, device, sites, from: new Date(span.from), until: new Date(span.until) } as never,
  )
  const end = Math.min(span.until, now.getTime())
  const opened: number[] = []
  const kinds = new Map<MalfunctionView['kind'], { count: number; ms: number }>()
  const down = new Map<number, { from: number; until: number }[]>()
  for (const { kind, device_ids: deviceIds, opened_at: openedAt, closed_at: closedAt } of found) {
    const from = Math.max(openedAt.getTime(), span.from)
    const until = Math.min(closedAt?.getTime() ?? end, end)
    const of = kinds.get(kind) ?? { count: 0, ms: 0 }
    kinds.set(kind, of)
    of.ms += Math.max(0, until - from)
    if (openedAt.getTime() >= span.from) {
      of.count += 1
      opened.push(openedAt.getTime())
    }
    if (stops.has(kind) && until > from)
      for (const id of deviceIds) down.set(id, [...(down.get(id) ?? []), { from, until }])
  }
  const downMs = [...down.values()].reduce((sum, times) => sum + together(times), 0)
  return {
    opened,
    kinds: [...kinds]
      .map(([kind, { count, ms }]) => ({ kind, count, minutes: ms / 60_000 }))
      .sort((a, b) => b.count - a.count || b.minutes - a.minutes),
    downMinutes: downMs / 60_000,
  }
}

/** Time covered by at least one of them. */
function together(times: readonly { from: number; until: number }[]): number {
  let ms = 0
  let reached = Number.NEGATIVE_INFINITY
  for (const { from, until } of [...times].sort((a, b) => a.from - b.from)) {
    if (until <= reached) continue
    ms += until - Math.max(from, reached)
    reached = until
  }
  return ms
}
