import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { operatorFeatures } from '../../../contract/features.ts'
import type { list } from '../../../contract/messages.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'

const messages = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messages',
  validateSearch: listAddress<typeof list>,
  staticData: {
    access: operatorFeatures,
    searchable: true,
    nav: {
      text: 'common.messages',
      purpose: 'messages.nav.purpose',
      icon: 'send',
      sections: ['RM', 'OVERVIEW'],
      order: 130,
    },
  },
  component: lazyRouteComponent(() => import('./messages.tsx'), 'Messages'),
})
const message = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messages/$messageId',
  staticData: { access: operatorFeatures },
  component: lazyRouteComponent(() => import('./message-screen.tsx'), 'MessageScreen'),
})

export const routes = [messages, message] as const
