/** Times in whole milliseconds, counted by value, so percentiles are exact for any number of them. */
export class Trend {
  readonly #counts = new Map<number, number>()
  #count = 0
  #sum = 0

  add(ms: number): void {
    const whole = Math.round(ms)
    this.#counts.set(whole, (this.#counts.get(whole) ?? 0) + 1)
    this.#count += 1
    this.#sum += whole
  }

  /** Values with k6's names and arithmetic: percentiles are interpolated. Empty without any time. */
  values(): Record<string, number> {
    if (this.#count === 0) return {}
    const sorted = [...this.#counts].sort(([a], [b]) => a - b)
    const at = (share: number): number => {
      const place = share * (this.#count - 1)
      const below = valueAt(sorted, Math.floor(place))
      return below + (valueAt(sorted, Math.ceil(place)) - below) * (place - Math.floor(place))
    }
    return { avg: this.#sum / this.#count, med: at(0.5), 'p(95)': at(0.95), 'p(99)': at(0.99), max: at(1) }
  }
}

/** Returns the n-th value in order, from 0. */
function valueAt(sorted: readonly (readonly [number, number])[], place: number): number {
  let passed = 0
  for (const [value, count] of sorted) {
    passed += count
    if (place < passed) return value
  }
  return Number.NaN
}
