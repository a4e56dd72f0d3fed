import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import type { bin, list } from '../../../contract/history.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const changes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/history/changes',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    nav: {
      text: 'history.title',
      purpose: 'history.lead',
      icon: 'history',
      sections: ['RM', 'INTERNALS'],
      order: 196,
    },
  },
  component: lazyRouteComponent(() => import('./changes.tsx'), 'Changes'),
})
const binRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bin',
  validateSearch: listAddress<typeof bin>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    nav: {
      text: 'history.bin',
      purpose: 'history.bin.lead',
      icon: 'undo',
      sections: ['RM', 'INTERNALS'],
      order: 197,
    },
  },
  component: lazyRouteComponent(() => import('./bin.tsx'), 'Bin'),
})

export const routes = [changes, binRoute] as const
