import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { remoteFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { remoteSearch } from './search.ts'

const remote = createRoute({
  getParentRoute: () => rootRoute,
  path: '/smart-remote',
  validateSearch: remoteSearch,
  staticData: {
    access: remoteFeatures,
    searchable: true,
    nav: {
      text: 'shell.nav.remote',
      short: 'shell.nav.remote.short',
      purpose: 'home.start.remote',
      icon: 'remote',
      sections: ['RM', 'OVERVIEW', 'VIS'],
      order: 30,
    },
  },
  component: lazyRouteComponent(() => import('./remote.tsx'), 'Remote'),
})

export const routes = [remote] as const
