import type { MatrixView, RoleView } from '../../../contract/roles.ts'

export type MatrixProduct = MatrixView['products'][number]

/** Products of the portal by area; others come last. */
const areaOf: Readonly<Record<string, Area>> = {
  BASIC: 'basic',
  BASIC_VIS: 'basic',
  BASIC_RM: 'basic',
  BASIC_ADM: 'basic',
  BASIC_SUP: 'basic',
  SMART_REMOTE: 'devices',
  SMART_REMOTE_PLUS: 'devices',
  LPR: 'devices',
  GPS: 'devices',
  PAYMENT: 'operation',
  SMS: 'operation',
  BLOCK_USERS: 'operation',
  MAINTENANCE: 'operation',
  CUSTOMER_API: 'api',
  RESERVATION_DISPLAY: 'api',
}
const areas = ['basic', 'devices', 'operation', 'api', 'other'] as const
export type Area = (typeof areas)[number]

/** Returns the products by area, without empty areas. */
export const byArea = (products: readonly MatrixProduct[]): { area: Area; products: MatrixProduct[] }[] =>
  areas
    .map((area) => ({ area, products: products.filter(({ prefix }) => (areaOf[prefix] ?? 'other') === area) }))
    .filter((group) => group.products.length > 0)

/** Whether a role keeps a product whatever happens: administrators must always have a way in. */
export const isKept = ({ standard, kind }: RoleView, { prefix }: MatrixProduct): boolean =>
  standard && kind === 'Admin' && prefix === 'BASIC_ADM'
