import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import * as z from 'zod'
import type { list } from '../../../contract/barriers.ts'
import { operatorFeatures } from '../../../contract/features.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const barriers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/barriers',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/barriers/add', keep: ['siteId'] },
    nav: {
      text: 'barriers.title',
      purpose: 'barriers.lead',
      icon: 'barrier',
      sections: ['RM', 'INTERNALS'],
      order: 136,
    },
  },
  component: lazyRouteComponent(() => import('./barriers.tsx'), 'Barriers'),
})
const addBarrier = createRoute({
  getParentRoute: () => rootRoute,
  path: '/barriers/add',
  /** The site that is chosen at first. */
  validateSearch: z.object({ siteId: z.coerce.number().int().positive().optional().catch(undefined) }),
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./add-barrier.tsx'), 'AddBarrier'),
})
const barrier = createRoute({
  getParentRoute: () => rootRoute,
  path: '/barriers/$barrierId',
  staticData: { access: operatorFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.barrierId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-barrier.tsx'), 'EditBarrier'),
})

export const routes = [barriers, addBarrier, barrier] as const
