import type { SetupStep } from '../../machines/setup-steps.ts'
import type { TextKey } from '../i18n/areas.ts'
import type { IconName } from '../ui/icons.tsx'
import type { Checklist } from './use-checklist.ts'

export const stepIcons: Readonly<Record<SetupStep, IconName>> = {
  company: 'company',
  zone: 'zone',
  site: 'site',
  gateway: 'gateway',
  devices: 'box',
  price: 'euro',
  accessTime: 'schedule',
  booking: 'ticket',
}

/** The steps in words. */
export const stepNames = {
  company: 'common.tenant',
  zone: 'common.zone',
  site: 'setup.step.site',
  gateway: 'common.gateway',
  devices: 'common.devices',
  price: 'common.price',
  accessTime: 'common.accessTime',
  booking: 'setup.step.booking',
} as const satisfies Readonly<Record<SetupStep, TextKey>>

type Ids = Readonly<Record<string, number | null>>

function link<K extends TextKey>(text: K, to: string, ids: Ids = {}) {
  const known = Object.entries(ids).filter((entry): entry is [string, number] => entry[1] !== null)
  return { text, to, search: Object.fromEntries(known) }
}

/** Returns the pages on which a step is done, the best one first. Each begins with what was made last. */
export function linksOf(step: SetupStep, { tenantId, zoneId, locationId, siteId, gatewayId }: Checklist['last']) {
  switch (step) {
    case 'company':
      return [link('tenants.add', '/tenants/add')]
    case 'zone':
      return [link('zones.add', '/zones/add', { tenantId })]
    case 'site':
      return [
        link('setup.wizard', '/getting-started/site', { zoneId, locationId }),
        link('sites.add', '/sites/add', { zoneId, locationId }),
        link('locations.add', '/locations/add'),
      ]
    case 'gateway':
      return [link('gateways.add', '/gateway/add', { siteId })]
    case 'devices':
      return [link('device-admin.add', '/devices/add', { siteId, gatewayId })]
    case 'price':
      return [link('tariffs.add', '/tariffs/add', { tenantId })]
    case 'accessTime':
      return [link('events.add', '/events/add')]
    case 'booking':
      return [link('setup.way.booking', '/reservations')]
  }
}
