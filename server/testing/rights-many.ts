import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin, operators, type Row } from './rights-rows.ts'

const preview = { rows: [{ id: 999_999, version: 0 }], world: null }

/** Edit and removal of several rows. A preview names what the caller cannot find. */
const rowsOf = (entity: string, set: object, outcome: Row, removal = outcome): Matrix => ({
  [`${entity}.editMany`]: [{ input: () => ({ ...preview, set }), outcome }],
  [`${entity}.removeMany`]: [{ input: () => preview, outcome: removal }],
})

export const manyRows: Matrix = {
  ...rowsOf('zones', { monitoring: true }, operators('ok')),
  ...rowsOf('devices', { monitoring: true }, operators('ok'), onlyAdmin('ok')),
  ...rowsOf('events', { graceMinutes: 5 }, operators('ok')),
  ...rowsOf('tariffs', { description: null }, operators('ok')),
  ...rowsOf('codes', { eventId: null }, operators('ok')),
  ...rowsOf('sites', { monitoring: true }, operators('ok')),
  ...rowsOf('barriers', { type: 'exit' }, operators('ok')),
  ...rowsOf('locations', { city: null }, onlyAdmin('ok')),
  ...rowsOf('gateways', { monitoring: true }, onlyAdmin('ok')),
  ...rowsOf('tenants', { monitoring: true }, onlyAdmin('ok')),
  ...rowsOf('products', { roleIds: { how: 'add', ids: [] } }, onlyAdmin('ok')),
  ...rowsOf('deviceTypes', { hasStatus: true }, onlyAdmin('ok')),
  ...rowsOf('deviceAccessMethods', { icon: null }, onlyAdmin('ok')),
}
