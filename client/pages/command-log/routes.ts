import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ledgerReaders } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { ledgerSearch, orderSearch } from './search.ts'

const orders = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  validateSearch: ledgerSearch,
  staticData: {
    access: ledgerReaders,
    nav: {
      text: 'common.commands',
      purpose: 'ledger.nav.purpose',
      icon: 'history',
      sections: ['RM', 'OVERVIEW', 'VIS', 'SUPPORT'],
      order: 120,
    },
  },
  component: lazyRouteComponent(() => import('./ledger.tsx'), 'Ledger'),
})
const order = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/$orderId',
  validateSearch: orderSearch,
  staticData: { access: ledgerReaders },
  component: lazyRouteComponent(() => import('./order.tsx'), 'Order'),
})

export const routes = [orders, order] as const
