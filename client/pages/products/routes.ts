import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { adminFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/products.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const products = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: adminFeatures,
    searchable: true,
    add: { path: '/products/add' },
    nav: { text: 'common.products', purpose: 'products.lead', icon: 'tag', sections: ['ACL'], order: 162 },
  },
  component: lazyRouteComponent(() => import('./products.tsx'), 'Products'),
})
const addProduct = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/add',
  staticData: { access: adminFeatures },
  component: lazyRouteComponent(() => import('./add-product.tsx'), 'AddProduct'),
})
const product = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$productId',
  staticData: { access: adminFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.productId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-product.tsx'), 'EditProduct'),
})

export const routes = [products, addProduct, product] as const
