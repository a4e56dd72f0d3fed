import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { adminFeatures } from '../../../contract/features.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const roles = createRoute({
  getParentRoute: () => rootRoute,
  path: '/roles',
  staticData: {
    access: adminFeatures,
    add: { path: '/roles/add' },
    nav: { text: 'common.roles', purpose: 'roles.lead', icon: 'user', sections: ['ACL'], order: 164 },
  },
  component: lazyRouteComponent(() => import('./roles.tsx'), 'Roles'),
})
const addRole = createRoute({
  getParentRoute: () => rootRoute,
  path: '/roles/add',
  staticData: { access: adminFeatures },
  component: lazyRouteComponent(() => import('./add-role.tsx'), 'AddRole'),
})
const role = createRoute({
  getParentRoute: () => rootRoute,
  path: '/roles/$roleId',
  staticData: { access: adminFeatures },
  beforeLoad: ({ params }) => {
    if (!/^\d+$/.test(params.roleId)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./edit-role.tsx'), 'EditRole'),
})

export const routes = [roles, addRole, role] as const
