import { newDevice } from '../../contract/devices/admin.ts'
import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin, operators, ownZone } from './rights-rows.ts'
import type { World } from './world.ts'

const deviceFields = (world: World) => ({
  ...newDevice,
  name: 'New',
  hardwareId: world.own.gateway.devices[0]?.hardwareId,
  gatewayId: world.own.gateway.id,
  siteId: world.own.siteId,
  deviceTypeId: world.own.gateway.devices[0]?.typeId,
})

const barrierFields = (world: World, more: object = {}) => ({
  description: 'In',
  pathNumber: 1,
  type: 'entrance',
  siteId: world.own.siteId,
  gatewayId: null,
  deviceId: null,
  ...more,
})

/** Rows of devices and barriers. */
export const deviceRows: Matrix = {
  // Devices are added and removed by admins; operators change what theirs are called and how they behave. No device and no barrier has version 0.
  'devices.list': [{ input: () => ({}), outcome: operators('ok') }],
  'devices.options': [{ input: () => ({ of: 'gateway' }), outcome: operators('ok') }],
  'devices.read': [
    { input: (world) => ({ deviceId: world.own.gateway.devices[2]?.id }), outcome: ownZone('ok') },
    { input: () => ({ deviceId: 999_999 }), outcome: operators('not-found') },
  ],
  'devices.add': [{ input: (world) => deviceFields(world), outcome: onlyAdmin('hardware-id-taken') }],
  'devices.edit': [
    {
      input: (world) => ({ deviceId: world.own.gateway.devices[2]?.id, version: 0, ...deviceFields(world) }),
      outcome: ownZone('changed-meanwhile'),
    },
  ],
  'devices.remove': [{ input: () => ({ deviceId: 999_999, version: 0 }), outcome: onlyAdmin('not-found') }],
  'barriers.changes': [{ input: () => ({}), outcome: operators('ok') }],
  'barriers.list': [{ input: () => ({}), outcome: operators('ok') }],
  'barriers.deviceOptions': [{ input: (world) => ({ siteId: world.own.siteId }), outcome: operators('ok') }],
  'barriers.read': [{ input: () => ({ barrierId: 999_999 }), outcome: operators('not-found') }],
  'barriers.add': [
    { input: (world) => barrierFields(world, { deviceId: 999_999 }), outcome: operators('bad-input') },
    {
      input: (world) => barrierFields(world, { siteId: world.foreign.siteId }),
      outcome: { ...operators('bad-input'), foreignRm: 'ok', admin: 'path-number-taken' },
    },
  ],
  'barriers.edit': [
    {
      input: (world) => ({ barrierId: 999_999, version: 0, ...barrierFields(world) }),
      outcome: operators('not-found'),
    },
  ],
  'barriers.remove': [{ input: () => ({ barrierId: 999_999, version: 0 }), outcome: operators('not-found') }],
}
