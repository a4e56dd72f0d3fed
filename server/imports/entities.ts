import type { ImportEntity } from '../../contract/imports.ts'
import { barriers } from './entities/barriers.ts'
import { codes } from './entities/codes.ts'
import { devices } from './entities/devices.ts'
import { events } from './entities/events.ts'
import { gateways } from './entities/gateways.ts'
import { locations } from './entities/locations.ts'
import { sites } from './entities/sites.ts'
import { users } from './entities/users.ts'
import type { Importable } from './entity.ts'

/** How each entity is imported. */
export const importables: Readonly<Record<ImportEntity, Importable>> = {
  sites,
  locations,
  gateways,
  devices,
  barriers,
  events,
  codes,
  users,
}
