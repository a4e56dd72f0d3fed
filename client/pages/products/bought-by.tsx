import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/i18n.ts'
import { Panel } from '../../ui/page.tsx'
import type { ProductDetails } from './product-fields.ts'
import classes from './products.module.css'

/** Which companies bought a product, with a way to each. */
export function BoughtBy({ product: { id, basic, tenants, tenantCount } }: { product: ProductDetails }) {
  const t = useT()
  const more = tenantCount - tenants.length
  return (
    <Panel title={t('products.boughtBy')}>
      {basic && <p className={classes.hint}>{t('products.boughtBy.basic')}</p>}
      {!basic && tenantCount === 0 && <p className={classes.hint}>{t('products.boughtBy.none')}</p>}
      {tenants.length > 0 && (
        <ul className={classes.buyers}>
          {tenants.map((tenant) => (
            <li key={tenant.id}>
              <Link to="/tenants/$tenantId" params={{ tenantId: String(tenant.id) }}>
                {tenant.name}
              </Link>
            </li>
          ))}
          {more > 0 && (
            <li>
              <Link to="/tenants" search={{ productId: id }}>
                {t('products.boughtBy.more', { count: more })}
              </Link>
            </li>
          )}
        </ul>
      )}
    </Panel>
  )
}
