import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { list } from '../../../contract/logs.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const logs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logs',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: ['BASIC_ADM'],
    searchable: true,
    nav: { text: 'logs.title', purpose: 'logs.nav.purpose', icon: 'list', sections: ['INTERNALS'], order: 153 },
  },
  component: lazyRouteComponent(() => import('./logs.tsx'), 'Logs'),
})
const line = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logs/$lineId',
  staticData: { access: ['BASIC_ADM'] },
  component: lazyRouteComponent(() => import('./line.tsx'), 'Line'),
})

export const routes = [logs, line] as const
