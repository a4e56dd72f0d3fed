import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'
import { kindSearch, storageSearch } from './search.ts'

const storage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operation/storage',
  validateSearch: storageSearch,
  staticData: {
    access: ['BASIC_ADM'],
    searchable: true,
    nav: {
      text: 'operation.title',
      purpose: 'operation.nav.purpose',
      icon: 'box',
      sections: ['INTERNALS'],
      order: 140,
    },
  },
  component: lazyRouteComponent(() => import('./storage.tsx'), 'Storage'),
})
const storedKind = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operation/storage/$kind',
  validateSearch: kindSearch,
  staticData: { access: ['BASIC_ADM'] },
  component: lazyRouteComponent(() => import('./kind.tsx'), 'Kind'),
})
const processes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operation/processes',
  staticData: {
    access: ['BASIC_ADM'],
    nav: {
      text: 'operation.processes.title',
      purpose: 'operation.processes.nav.purpose',
      icon: 'power',
      sections: ['INTERNALS'],
      order: 150,
    },
  },
  component: lazyRouteComponent(() => import('./processes.tsx'), 'Processes'),
})

export const routes = [storage, storedKind, processes] as const
