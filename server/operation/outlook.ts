const dayMs = 86_400_000

interface Grown {
  readonly bytes: number
  /** Daily sizes, the oldest first. */
  readonly samples: readonly { day: string; bytes: number }[]
  /** Null = nothing is deleted. */
  readonly spanDays: number | null
  readonly oldest: Date | null
  readonly now: Date
}
export interface Outlook {
  readonly growthPerDay: number | null
  readonly in30Days: number | null
  readonly in365Days: number | null
}
const unknown: Outlook = { growthPerDay: null, in30Days: null, in365Days: null }

/**
 * Returns the growth and forecast of something, in bytes (rule K-6). Deletions do not count against growth, which ends
 * when the oldest data reach the span.
 */
export function outlookOf({ bytes, samples, spanDays, oldest, now }: Grown): Outlook {
  const today = now.toISOString().slice(0, 10)
  const before = samples.filter(({ day }) => day < today)
  const first = before[0]
  if (first === undefined) return unknown
  const sizes = [...before.map((sample) => sample.bytes), bytes]
  const gained = sizes.slice(1).reduce((sum, size, at) => sum + Math.max(0, size - (sizes[at] ?? size)), 0)
  const days = Math.round((Date.parse(today) - Date.parse(first.day)) / dayMs)
  const growthPerDay = Math.round(gained / days)
  const age = oldest === null ? 0 : (now.getTime() - oldest.getTime()) / dayMs
  const grows = spanDays === null ? Number.POSITIVE_INFINITY : Math.max(0, spanDays - age)
  const then = (ahead: number): number => Math.round(bytes + growthPerDay * Math.min(ahead, grows))
  return { growthPerDay, in30Days: then(30), in365Days: then(365) }
}

/** Sums several outlooks; null as long as nothing is known of any. */
export function together(outlooks: readonly Outlook[], bytes: readonly number[]): Outlook {
  if (outlooks.every(({ growthPerDay }) => growthPerDay === null)) return unknown
  const sum = (of: (outlook: Outlook, at: number) => number): number =>
    outlooks.reduce((total, each, at) => total + of(each, at), 0)
  return {
    growthPerDay: sum(({ growthPerDay }) => growthPerDay ?? 0),
    in30Days: sum(({ in30Days }, at) => in30Days ?? bytes[at] ?? 0),
    in365Days: sum(({ in365Days }, at) => in365Days ?? bytes[at] ?? 0),
  }
}
