import { tenantFields } from '../tenants/testing/tenant-fields.ts'
import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin } from './rights-rows.ts'

/** Rows of companies: admins only. */
export const tenantRows: Matrix = {
  'tenants.list': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'tenants.products': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'tenants.sites': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'tenants.read': [{ input: (world) => ({ tenantId: world.tenants.own }), outcome: onlyAdmin('ok') }],
  'tenants.closing': [
    { input: (world) => ({ tenantId: world.tenants.own, productIds: [] }), outcome: onlyAdmin('ok') },
  ],
  'tenants.add': [{ input: () => tenantFields({ productIds: [999_999] }), outcome: onlyAdmin('bad-input') }],
  'tenants.edit': [
    {
      input: (world) => ({ tenantId: world.tenants.own, version: 0, ...tenantFields() }),
      outcome: onlyAdmin('changed-meanwhile'),
    },
  ],
  'tenants.remove': [
    { input: (world) => ({ tenantId: world.tenants.own, version: 0 }), outcome: onlyAdmin('changed-meanwhile') },
  ],
}
