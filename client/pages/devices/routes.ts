import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { list } from '../../../contract/devices/admin.ts'
import { type Feature, operatorFeatures } from '../../../contract/features.ts'
import { idsInAddress } from '../../forms/ids-in-address.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const admins = ['BASIC_ADM'] as const satisfies readonly Feature[]

const devices = createRoute({
  getParentRoute: () => rootRoute,
  path: '/devices',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/devices/add' },
    nav: {
      text: 'common.devices',
      purpose: 'device-admin.lead',
      icon: 'device',
      sections: ['RM', 'INTERNALS'],
      order: 134,
    },
  },
  component: lazyRouteComponent(() => import('./devices.tsx'), 'Devices'),
})
const addDevice = createRoute({
  getParentRoute: () => rootRoute,
  path: '/devices/add',
  validateSearch: idsInAddress('siteId', 'gatewayId'),
  staticData: { access: admins },
  component: lazyRouteComponent(() => import('./add-device.tsx'), 'AddDevice'),
})
const device = createRoute({
  getParentRoute: () => rootRoute,
  path: '/devices/$deviceId/edit',
  staticData: { access: operatorFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.deviceId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-device.tsx'), 'EditDevice'),
})

export const routes = [devices, addDevice, device] as const
