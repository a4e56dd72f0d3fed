import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { bookers } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const open = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reserved-parking-lots/$reservationId/open',
  staticData: { access: bookers },
  component: lazyRouteComponent(() => import('./open-page.tsx'), 'OpenPage'),
})

export const routes = [open] as const
