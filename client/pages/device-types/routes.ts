import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../shell/root-route.tsx'

const deviceTypes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-types',
  staticData: {
    access: ['BASIC_ADM'],
    nav: {
      text: 'device-types.title',
      purpose: 'device-types.nav.purpose',
      icon: 'tag',
      sections: ['INTERNALS'],
      order: 170,
    },
  },
  component: lazyRouteComponent(() => import('./device-types.tsx'), 'DeviceTypes'),
})
const deviceType = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-types/$deviceTypeId',
  staticData: { access: ['BASIC_ADM'] },
  component: lazyRouteComponent(() => import('./device-type.tsx'), 'DeviceType'),
})

export const routes = [deviceTypes, deviceType] as const
