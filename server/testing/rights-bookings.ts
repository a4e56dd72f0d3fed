import { booked, inDays, type Matrix, reservation, soon } from './rights-inputs.ts'
import { all, atOwnSite, bookers, eitherSide, onlyAdmin, operators, owner, ownZone } from './rights-rows.ts'

/** Access, reservations, payments. */
export const bookingRows: Matrix = {
  'access.privateZones': [{ input: () => ({}), outcome: bookers('ok') }],
  'access.addCode': [{ input: () => ({ name: 'no such code' }), outcome: bookers('code-unknown') }],
  'access.removeCode': [{ input: () => ({ codeId: 999_999 }), outcome: bookers('not-found') }],
  'codes.list': [{ input: () => ({}), outcome: operators('ok') }],
  'codes.byTenant': [{ input: () => ({}), outcome: operators('ok') }],
  'codes.zones': [{ input: () => ({}), outcome: operators('ok') }],
  'codes.read': [{ input: () => ({ codeId: 999_999 }), outcome: operators('not-found') }],
  'codes.add': [
    { input: (world) => ({ name: 'Key', zoneId: world.own.id }), outcome: ownZone('zone-not-private') },
    { input: () => ({ name: 'Key', zoneId: 999_999 }), outcome: operators('not-found') },
  ],
  'codes.edit': [
    {
      input: (world) => ({ codeId: 999_999, version: 0, name: 'Key', zoneId: world.own.id, eventId: null }),
      outcome: operators('not-found'),
    },
  ],
  'codes.remove': [{ input: () => ({ codeId: 999_999, version: 0 }), outcome: operators('not-found') }],
  'access.blocks': [{ input: () => ({}), outcome: bookers('ok') }],
  'access.siteDocuments': [
    {
      input: (world) => ({ siteId: world.own.siteId }),
      outcome: { ...bookers('ok'), foreignRm: 'not-found' },
    },
  ],
  'access.acceptSiteDocuments': [
    {
      input: (world) => ({ siteId: world.own.siteId }),
      outcome: { ...bookers('ok'), foreignRm: 'not-found' },
    },
  ],
  'payments.options': [{ input: () => ({}), outcome: bookers('ok') }],
  'payments.topUp': [{ input: () => ({ amountCents: 500 }), outcome: bookers('payment-provider-unavailable') }],
  'payments.mine': [{ input: () => ({}), outcome: bookers('ok') }],
  'payments.transactions': [{ input: () => ({}), outcome: bookers('ok') }],
  'reservations.search': [{ input: soon, outcome: all('ok') }],
  'reservations.places': [
    { input: (world) => ({ siteId: world.own.siteId, ...soon() }), outcome: atOwnSite },
    { input: () => ({ siteId: 999_999, ...soon() }), outcome: all('site-invalid') },
  ],
  'reservations.accessTimes': [{ input: (world) => ({ siteId: world.own.siteId }), outcome: atOwnSite }],
  // No event exists here: a call with rights is refused by the booking rules.
  'reservations.hold': [
    {
      input: (world) => ({ siteId: world.own.siteId, ...soon() }),
      outcome: { ...bookers('no-access-time'), foreignRm: 'site-invalid' },
    },
  ],
  'reservations.amend': [{ input: () => ({ ...booked, note: 'x' }), outcome: owner('reservation-state') }],
  'reservations.abandon': [{ input: reservation, outcome: owner('reservation-state') }],
  'reservations.finalize': [
    { input: () => ({ ...booked, paymentMethod: 'free', priceCents: 0 }), outcome: owner('reservation-state') },
  ],
  'reservations.edit': [{ input: () => ({ ...booked, note: 'Level 2' }), outcome: eitherSide('ok') }],
  'reservations.cancel': [
    { input: () => ({ ...booked, refundCents: 99 }), outcome: eitherSide('refund-changed') },
    {
      input: () => ({ reservationId: 999_999, refundCents: 0 }),
      outcome: { ...all('not-found'), support: 'not-authorized' },
    },
  ],
  'reservations.alternatives': [{ input: reservation, outcome: eitherSide('ok') }],
  'reservations.changeDevice': [
    {
      input: (world) => ({ ...booked, deviceId: world.foreign.gateway.devices[0]?.id }),
      outcome: eitherSide('device-not-equivalent'),
    },
  ],
  'reservations.extension': [{ input: () => ({ ...booked, end: inDays(3) }), outcome: owner('ok') }],
  'reservations.extend': [
    {
      input: (world) => ({
        ...booked,
        end: inDays(3),
        deviceId: world.foreign.gateway.devices[0]?.id,
        paymentMethod: 'free',
        priceCents: 0,
      }),
      outcome: owner('device-not-equivalent'),
    },
  ],
  'reservations.share': [{ input: reservation, outcome: owner('eticket-not-allowed') }],
  'reservations.revokeShare': [
    {
      input: () => ({ ...booked, shareId: 999_999 }),
      outcome: { ...all('not-found'), support: 'not-authorized' },
    },
  ],
  'reservations.reserveRemotely': [
    {
      input: (world) => ({
        siteId: world.own.siteId,
        deviceId: world.own.gateway.devices[0]?.id,
        start: inDays(2),
        end: inDays(1),
      }),
      outcome: ownZone('start-after-end'),
    },
  ],
  'reservations.repairRefund': [{ input: reservation, outcome: onlyAdmin('refund-not-missing') }],
  'reservations.list': [{ input: () => ({}), outcome: operators('ok') }],
  'reservations.personal': [{ input: () => ({}), outcome: bookers('ok') }],
  'reservations.history': [{ input: () => ({}), outcome: bookers('ok') }],
  'reservations.calendar': [
    {
      input: (world) => ({ deviceId: world.own.gateway.devices[0]?.id, from: inDays(0), until: inDays(7) }),
      outcome: ownZone('ok'),
    },
  ],
  'reservations.claims': [
    { input: soon, outcome: { ...all('ok'), support: 'not-authorized' } },
    { input: (world) => ({ siteId: world.own.siteId, ...soon() }), outcome: eitherSide('ok') },
  ],
  'reservations.mine': [{ input: () => ({}), outcome: bookers('ok') }],
  'reservations.one': [{ input: reservation, outcome: owner('ok') }],
  'reservations.booking': [{ input: reservation, outcome: ownZone('ok') }],
}
