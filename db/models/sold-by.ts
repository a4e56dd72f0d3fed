import type { Feature } from '../../contract/features.ts'

/** SQL: whether a tenant (an expression of its id) has a product: every tenant if it is basic, else who bought it. */
export const soldBy = (tenant: string, product: Extract<Feature, 'LPR' | 'GPS' | 'SMS' | 'PAYMENT'>): string =>
  `exists (select from products p where p.prefix = '${product}' and (p.basic or exists (
     select from product_tenants pt where pt.product_id = p.id and pt.tenant_id = ${tenant})))`
