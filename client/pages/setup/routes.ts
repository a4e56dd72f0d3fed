import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminFeatures } from '../../../contract/features.ts'
import { idsInAddress } from '../../forms/ids-in-address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const gettingStarted = createRoute({
  getParentRoute: () => rootRoute,
  path: '/getting-started',
  staticData: {
    access: adminFeatures,
    nav: { text: 'setup.title', purpose: 'setup.lead', icon: 'play', sections: ['OVERVIEW'], order: 151 },
  },
  component: lazyRouteComponent(() => import('./getting-started.tsx'), 'GettingStarted'),
})

const siteWizard = createRoute({
  getParentRoute: () => rootRoute,
  path: '/getting-started/site',
  validateSearch: idsInAddress('zoneId', 'locationId'),
  staticData: { access: adminFeatures },
  component: lazyRouteComponent(() => import('./site-wizard.tsx'), 'SiteWizard'),
})

export const routes = [gettingStarted, siteWizard] as const
