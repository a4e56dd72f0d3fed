import * as z from 'zod'

const id = z.number().int().positive()
const ids = z.array(id)
const ofReservations = z.object({ reservationIds: ids })
const ofPayment = z.object({ paymentId: id })
const ofPeriod = z.object({ periodId: id })
const moved = ofReservations.extend({ from: id.nullable(), to: id })
const charged = ofReservations.extend({ priceCents: z.number().int(), chargedCents: z.number().int() }).partial({
  priceCents: true,
  chargedCents: true,
})
const displaced = ofReservations.extend({ overstayId: id })

/** Facts in the past tense, each with the schema of its payload. Their handlers: server/fact-handlers.ts. */
export const facts = {
  'control.commandIssued': z.object({ gatewayId: id, deviceCommandId: z.string() }),
  'control.commandMoved': z.object({ runIds: z.array(z.string()) }),
  'control.accessEvent': z.object({}),
  'gateways.silent': z.object({ gatewayId: id, lastMessageAt: z.string() }),
  'maintenance.set': ofPeriod,
  'maintenance.revoked': ofPeriod,
  'maintenance.reworded': ofPeriod,
  'maintenance.progressed': z.object({ periodIds: ids }),
  'overstay.begun': ofReservations.extend({ until: z.string() }),
  'overstay.settled': charged,
  'overstay.ended': charged,
  'overstay.nextFreed': displaced,
  'overstay.nextNotMoved': displaced,
  'payments.booked': ofPayment.extend({ late: z.boolean() }),
  'payments.credited': ofPayment,
  'payments.failed': ofPayment,
  'reservations.held': ofReservations,
  'reservations.abandoned': ofReservations,
  'reservations.timedOut': ofReservations,
  'reservations.paymentStarted': ofReservations.extend({ follows: id.optional() }),
  'reservations.reserved': ofReservations,
  'reservations.reservedRemotely': ofReservations,
  'reservations.extended': ofReservations.extend({ follows: id.optional() }),
  'reservations.edited': ofReservations,
  'reservations.deviceChanged': moved.extend({ why: z.enum(['maintenance', 'overstay']).optional() }),
  'reservations.canceled': ofReservations.extend({ refundCents: z.number().int(), by: id.nullable() }),
  'reservations.refundRepaired': ofReservations.extend({ refundCents: z.number().int() }),
  'reservations.shared': ofReservations.extend({ shareId: id }),
  'reservations.shareRevoked': ofReservations.extend({ shareId: id }),
  'sites.planSaved': z.object({ siteId: id }),
}

export type FactName = keyof typeof facts
export type FactPayload<F extends FactName> = z.output<(typeof facts)[F]>
interface FactOf<F extends FactName> {
  readonly name: F
  readonly payload: FactPayload<F>
}
export type Fact<F extends FactName = FactName> = { [P in F]: FactOf<P> }[F]

/** A fact as it is published. */
export function fact<F extends FactName>(name: F, payload: FactPayload<F>): FactOf<F> {
  return { name, payload }
}

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(facts, name)
}

const schemas: { readonly [F in FactName]: z.ZodType<FactPayload<F>> } = facts
/** Returns the payload of a stored fact. Throws if it does not match the schema. */
export function parseFact<F extends FactName>(name: F, payload: unknown): FactPayload<F> {
  return schemas[name].parse(payload)
}
