import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { list } from '../../../contract/events.ts'
import { operatorFeatures } from '../../../contract/features.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { pageAddress } from '../../ui/page-address.ts'
import type { addSearch, editSearch } from './search.ts'

const events = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/events/add' },
    inZone: (zoneId) => ({ zoneId }),
    nav: {
      text: 'common.accessTimes',
      purpose: 'events.lead',
      icon: 'schedule',
      sections: ['RM', 'CUSTOMERS'],
      order: 155,
    },
  },
  component: lazyRouteComponent(() => import('./events.tsx'), 'Events'),
})
const addEvent = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/add',
  validateSearch: pageAddress<typeof addSearch>,
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./add-event.tsx'), 'AddEvent'),
})
const editEvent = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/edit',
  validateSearch: pageAddress<typeof editSearch>,
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./edit-event.tsx'), 'EditEvent'),
})

export const routes = [events, addEvent, editEvent] as const
