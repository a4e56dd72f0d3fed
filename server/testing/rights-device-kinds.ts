import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin } from './rights-rows.ts'

const accessMethod = (name: string) => ({
  name,
  displayName: 'Open',
  description: null,
  icon: null,
  attributes: ['open'],
  disableControlWhenInState: true,
  translations: { texts: {} },
})

const deviceType = (type: string) => ({
  type,
  displayName: 'Lift',
  pluralName: 'Lifts',
  description: null,
  icon: null,
  hasStatus: true,
  isReservable: false,
  occupiedBlocksControl: false,
  reportIntervalS: 600,
  lowVoltage: null,
  controls: ['open'],
  onPowerLoss: 'secure',
  translations: { texts: {} },
})

/** Rows of the matrix for device types and access methods. */
export const deviceKindRows: Matrix = {
  'deviceAccessMethods.list': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'deviceAccessMethods.read': [{ input: () => ({ accessMethodId: 999_999 }), outcome: onlyAdmin('not-found') }],
  'deviceAccessMethods.add': [
    { input: () => accessMethod('new'), outcome: onlyAdmin('ok') },
    { input: () => accessMethod('pin'), outcome: onlyAdmin('name-taken') },
  ],
  'deviceAccessMethods.edit': [
    {
      input: () => ({ accessMethodId: 999_999, version: 0, ...accessMethod('new') }),
      outcome: onlyAdmin('not-found'),
    },
  ],
  'deviceAccessMethods.remove': [
    { input: () => ({ accessMethodId: 999_999, version: 0 }), outcome: onlyAdmin('not-found') },
  ],
  'deviceTypes.list': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'deviceTypes.read': [{ input: () => ({ deviceTypeId: 999_999 }), outcome: onlyAdmin('not-found') }],
  'deviceTypes.add': [
    { input: () => deviceType('NEW'), outcome: onlyAdmin('ok') },
    { input: () => deviceType('DOOR'), outcome: onlyAdmin('name-taken') },
  ],
  'deviceTypes.edit': [
    { input: () => ({ deviceTypeId: 999_999, version: 0, ...deviceType('NEW') }), outcome: onlyAdmin('not-found') },
  ],
  'deviceTypes.remove': [{ input: () => ({ deviceTypeId: 999_999, version: 0 }), outcome: onlyAdmin('not-found') }],
}
