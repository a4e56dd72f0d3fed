import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const gallery = createRoute({
  getParentRoute: () => rootRoute,
  path: '/gallery',
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./gallery.tsx'), 'Gallery'),
})

export const routes = [gallery] as const
