export interface Scale {
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
}

/**
 * Returns a vertical scale around the values with about four round marks (1, 2 or 5 times a power of ten), never narrower than `least`:
 * noise of a steady sensor must not look like a storm. Whole marks only for counts. If values never go below zero, the scale starts there.
 */
export function scaleOf({ low, high }: { low: number; high: number }, least: number, whole: boolean): Scale {
  const span = Math.max(high - low, least)
  const middle = (high + low) / 2
  const step = Math.max(roundStep(span / 3), whole ? 1 : 0)
  let bottom = Math.floor((middle - span / 2) / step) * step
  if (low >= 0) bottom = Math.max(0, bottom)
  const top = Math.max(Math.ceil((middle + span / 2) / step) * step, bottom + step)
  const ticks: number[] = []
  for (let at = 0; bottom + at * step <= top + step / 2; at += 1)
    ticks.push(Number((bottom + at * step).toPrecision(10)))
  return { domain: [ticks[0] ?? bottom, ticks.at(-1) ?? top], ticks }
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const share = rough / power
  return power * (share > 5 ? 10 : share > 2 ? 5 : share > 1 ? 2 : 1)
}
