import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { list } from '../../../contract/device-types.ts'
import { adminFeatures } from '../../../contract/features.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const access = adminFeatures

const deviceTypes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-types',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access,
    searchable: true,
    add: { path: '/device-types/add' },
    nav: {
      text: 'device-types.title',
      purpose: 'device-types.lead',
      icon: 'tag',
      sections: ['INTERNALS'],
      order: 170,
    },
  },
  component: lazyRouteComponent(() => import('./device-types.tsx'), 'DeviceTypes'),
})
const addDeviceType = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-types/add',
  staticData: { access },
  component: lazyRouteComponent(() => import('./add-type.tsx'), 'AddDeviceType'),
})
const deviceType = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device-types/$deviceTypeId',
  staticData: { access },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.deviceTypeId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-type.tsx'), 'EditDeviceType'),
})

export const routes = [deviceTypes, addDeviceType, deviceType] as const
