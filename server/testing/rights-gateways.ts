import { newGateway } from '../../contract/gateways.ts'
import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin } from './rights-rows.ts'

const gateway = { ...newGateway, name: 'New', hardwareId: 'GW-new' }

/** Rows of gateways: admins only. */
export const gatewayRows: Matrix = {
  'gateways.list': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'gateways.changes': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'gateways.read': [{ input: (world) => ({ gatewayId: world.own.gateway.id }), outcome: onlyAdmin('ok') }],
  'gateways.add': [{ input: () => ({ ...gateway, siteId: 999_999 }), outcome: onlyAdmin('bad-input') }],
  'gateways.edit': [{ input: () => ({ gatewayId: 999_999, version: 0, ...gateway }), outcome: onlyAdmin('not-found') }],
  'gateways.remove': [{ input: () => ({ gatewayId: 999_999, version: 0 }), outcome: onlyAdmin('not-found') }],
  'gateways.startSimulation': [{ input: () => ({ siteId: 999_999 }), outcome: onlyAdmin('not-found') }],
  'gateways.stopSimulation': [{ input: () => ({ siteId: 999_999 }), outcome: onlyAdmin('ok') }],
  'gateways.makeToken': [{ input: () => ({ gatewayId: 999_999 }), outcome: onlyAdmin('not-found') }],
}
