import { expect } from 'vitest'

/** The clock of figures, ms. */
export const now = (): number => performance.now()

/** Measures from now on: returns the whole ms that have passed, whenever it is called. */
export function stopwatch(): () => number {
  const began = now()
  return () => Math.round(now() - began)
}

/** True in the long form (`npm run long`), which has a machine for itself. */
export const isLong = process.env['LONG'] === '1'

/** Judges a figure of speed, in the long form only; elsewhere it is printed and no more. */
export function expectAtMost(what: string, figure: number, max: number): void {
  if (isLong) expect(figure, what).toBeLessThanOrEqual(max)
}
