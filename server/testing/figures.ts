import { expect } from 'vitest'

/** The clock of measurements, ms. */
export const now = (): number => performance.now()

/** Starts a stopwatch: each call of the result returns the elapsed whole ms. */
export function stopwatch(): () => number {
  const began = now()
  return () => Math.round(now() - began)
}

/** True in the long form (`npm run long`), which has the machine to itself. */
export const isLong = process.env['LONG'] === '1'

/** Checks a figure of speed in the long form; elsewhere it is only printed. */
export function expectAtMost(what: string, figure: number, max: number): void {
  if (isLong) expect(figure, what).toBeLessThanOrEqual(max)
}
