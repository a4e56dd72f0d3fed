import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { commandLog } from '../../../contract/control.ts'
import { commandLogReaders } from '../../../contract/features.ts'
import { listAddress } from '../../lists/address.ts'
import { rootRoute } from '../../shell/root-route.tsx'
import { commandSearch } from './search.ts'

const deviceCommands = createRoute({
  getParentRoute: () => rootRoute,
  path: '/commands',
  validateSearch: listAddress<typeof commandLog>,
  staticData: {
    access: commandLogReaders,
    searchable: true,
    nav: {
      text: 'common.commands',
      purpose: 'command-log.nav.purpose',
      icon: 'history',
      sections: ['RM', 'OVERVIEW', 'VIS', 'SUPPORT'],
      order: 120,
    },
  },
  component: lazyRouteComponent(() => import('./command-log.tsx'), 'CommandLog'),
})
const deviceCommand = createRoute({
  getParentRoute: () => rootRoute,
  path: '/commands/$deviceCommandId',
  validateSearch: commandSearch,
  staticData: { access: commandLogReaders },
  component: lazyRouteComponent(() => import('./device-command.tsx'), 'DeviceCommand'),
})

export const routes = [deviceCommands, deviceCommand] as const
