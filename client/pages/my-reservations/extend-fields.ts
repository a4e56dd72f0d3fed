import { extend } from '../../../contract/reservations.ts'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of an extension. */
export const extendFields = formFields(
  extend,
  { end: 'reservations.extend.end', deviceId: 'reservations.extend.move', paymentMethod: 'reservations.pay' },
  ['reservationId', 'costCenterId', 'priceCents'],
)

/** What is chosen: the new end, a place to move to, the key of a payment method. */
export interface ExtendValues extends Record<string, unknown> {
  end: string | null
  deviceId: number | null
  paymentMethod: string | null
}
