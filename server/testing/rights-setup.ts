import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin } from './rights-rows.ts'

/** Rows of setting up and looking after the portal: admins only. */
export const setupRows: Matrix = {
  'overview.read': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'problems.check': [{ input: () => ({ kind: 'overlap' }), outcome: onlyAdmin('ok') }],
  'problems.devices': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'problems.mend': [{ input: () => ({ kind: 'location-differs', id: 1 }), outcome: onlyAdmin('not-found') }],
  'problems.reservations': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'problems.users': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'logs.list': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  // None was written here.
  'logs.read': [{ input: () => ({ lineId: 1 }), outcome: onlyAdmin('not-found') }],
  'logs.changes': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'setup.checklist': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'setup.changes': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'setup.makeSite': [
    {
      input: (world) => ({
        name: 'Made',
        zoneIds: [world.own.id],
        locationId: null,
        timeZone: 'Europe/Berlin',
        gatewayId: 999_999,
        gateway: null,
        deviceTypeId: 1,
        accessMethodIds: [],
        names: 'Box {1..2}',
        hardwareIds: 'B-{1..2}',
        firstPathNumber: -1,
        perRow: 2,
        widthMm: 800,
        heightMm: 2_000,
        gapMm: 50,
        aisleMm: 3_000,
      }),
      outcome: onlyAdmin('bad-input'),
    },
  ],
  'setup.putAway': [{ input: () => ({ away: true }), outcome: onlyAdmin('ok') }],
}
