import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/imports.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const imports = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    add: { path: '/imports/add' },
    nav: { text: 'imports.title', purpose: 'imports.lead', icon: 'document', sections: ['INTERNALS'], order: 159 },
  },
  component: lazyRouteComponent(() => import('./imports.tsx'), 'Imports'),
})
const addImport = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports/add',
  validateSearch: (search: Record<string, unknown>): { entity?: string } =>
    typeof search['entity'] === 'string' ? { entity: search['entity'] } : {},
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./add-import.tsx'), 'AddImport'),
})
const oneImport = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports/$importId',
  staticData: { access: operatorFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.importId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./one-import.tsx'), 'OneImport'),
})

export const routes = [imports, addImport, oneImport] as const
