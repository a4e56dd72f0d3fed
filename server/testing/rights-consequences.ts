import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin, operators, ownZone } from './rights-rows.ts'
import type { World } from './world.ts'

const removal = (entity: string, id: number) => ({ act: { act: 'remove', entity, ids: [id] } })

/** The previews of dangerous acts: for people who may do them. */
export const consequenceRows = {
  'consequences.read': [
    { input: () => removal('event', 999_999), outcome: operators('not-found') },
    { input: (world: World) => removal('zone', world.own.id), outcome: ownZone('ok') },
    { input: (world: World) => removal('site', world.own.siteId), outcome: ownZone('ok') },
    { input: () => removal('gateway', 999_999), outcome: onlyAdmin('not-found') },
    { input: () => ({ act: { act: 'event-edit', eventId: 999_999 } }), outcome: operators('not-found') },
    { input: () => ({ act: { act: 'tariff-edit', tariffId: 999_999 } }), outcome: operators('not-found') },
    { input: (world: World) => ({ act: { act: 'zone-private', zoneId: world.own.id } }), outcome: ownZone('ok') },
    {
      input: (world: World) => ({ act: { act: 'tenant-edit', tenantId: world.tenants.own } }),
      outcome: onlyAdmin('ok'),
    },
    { input: () => ({ act: { act: 'gateway-edit', gatewayId: 999_999 } }), outcome: onlyAdmin('not-found') },
  ],
} satisfies Matrix
