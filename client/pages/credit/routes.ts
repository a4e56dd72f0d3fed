import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { bookers } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { creditSearch } from './search.ts'

const credit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credit',
  validateSearch: creditSearch,
  staticData: { access: bookers, searchable: true },
  component: lazyRouteComponent(() => import('./credit.tsx'), 'Credit'),
})

export const routes = [credit] as const
