import type { Row } from './rights-rows.ts'
import type { World } from './world.ts'

/** Calls with the expected outcome by caller. */
export type Matrix = Record<string, { input: (world: World) => object; outcome: Row }[]>

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
export const inDays = (days: number) => inHours(days * 24)
export const soon = () => ({ start: inHours(1), end: inHours(2) })

/** The visitor's reservation at the own site, once there is one. */
export const booked = { reservationId: 0 }
export const reservation = () => ({ ...booked })
export const requestNow = () => ({ deviceId: null, action: 'open', validUntil: inHours(1 / 360) })
