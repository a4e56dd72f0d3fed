import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { list } from '../../../contract/codes.ts'
import { bookers, operatorFeatures } from '../../../contract/features.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const codes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes',
  staticData: {
    access: [...bookers, ...operatorFeatures],
    add: { path: '/codes/add' },
    nav: {
      text: 'codes.title',
      purpose: 'codes.nav.purpose',
      icon: 'key',
      sections: ['VIS'],
      order: 160,
    },
  },
  component: lazyRouteComponent(() => import('./codes.tsx'), 'Codes'),
})
const addCode = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes/add',
  staticData: { access: bookers },
  component: lazyRouteComponent(() => import('./add-code.tsx'), 'AddCode'),
})
const university = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes/add-tud-code',
  staticData: { access: bookers },
  component: lazyRouteComponent(() => import('./university.tsx'), 'University'),
})

const codeList = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes/list',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/codes/new' },
    inZone: (zoneId) => ({ zoneId }),
    nav: {
      text: 'codes.zone.list',
      purpose: 'codes.zone.none.text',
      icon: 'key',
      sections: ['RM', 'CUSTOMERS'],
      order: 158,
    },
  },
  component: lazyRouteComponent(() => import('./code-list.tsx'), 'CodeList'),
})
const newCode = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes/new',
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./new-code.tsx'), 'NewCode'),
})
const code = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codes/$codeId',
  staticData: { access: operatorFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.codeId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-code.tsx'), 'EditCode'),
})

export const routes = [codes, addCode, university, codeList, newCode, code] as const
