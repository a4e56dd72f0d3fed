import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import { list } from '../../../contract/messages.ts'
import { listSearch } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const notices = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notices',
  validateSearch: listSearch(list),
  staticData: {
    access: operatorFeatures,
    nav: {
      text: 'common.messages',
      purpose: 'notices.nav.purpose',
      icon: 'send',
      sections: ['RM', 'OVERVIEW'],
      order: 130,
    },
  },
  component: lazyRouteComponent(() => import('./notices.tsx'), 'Notices'),
})
const notice = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notices/$noticeId',
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./notice-screen.tsx'), 'NoticeScreen'),
})

export const routes = [notices, notice] as const
