// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  amountToPay: { amount: string | number }
  devicesSelected: { count: number }
  pathName: { name: string | number }
  reservationNumber: { number: string | number }
  secondsAfter: { seconds: string | number }
  selectDevice: { device: string | number }
  supportCodeOf: { code: string | number }
  deleteTitle: { name: string | number }
  openReservation: { number: string | number }
}
