import type { MalfunctionKind } from './kinds.ts'

/** Minutes within which a malfunction that returns is the same incident, and for which an unsteady one must be over (M-9). */
export const steadyMinutes = 10
/** Returns within an hour that make a malfunction unsteady. */
export const unsteadyReturns = 3

/** Kinds that may return, because devices and gateways report them. What a person does is a new incident each time. */
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
/** Kinds that are held open while they flap; those about a reservation end with it. */
export const heldOpen: readonly MalfunctionKind[] = comingBack.filter(
  (kind) => kind !== 'booked-blocked' && kind !== 'overstay',
)
