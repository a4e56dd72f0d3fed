import type { MalfunctionKind } from './kinds.ts'

/** Minutes within which what was right and is wrong again is the same incident, and for which an unsteady one must be right (M-9). */
export const steadyMinutes = 10
/** So often within an hour must it come back to count as unsteady. */
export const unsteadyReturns = 3

/** What devices and gateways say or fail to say: it may come back. What a person does once is a new incident each time. */
export const comingBack: readonly MalfunctionKind[] = [
  'unreachable',
  'not-responding',
  'sensor-dirty',
  'low-voltage',
  'error-status',
  'stuck-door',
  'gateway-silent',
  'sensor-doubtful',
  'occupied-unbooked',
  'booked-blocked',
  'overstay',
]
/** Of them those that are held open while they flap: what is about a reservation ends with it. */
export const heldOpen: readonly MalfunctionKind[] = comingBack.filter(
  (kind) => kind !== 'booked-blocked' && kind !== 'overstay',
)
