import { barriersBadInput } from './barriers.ts'
import { codesBadInput } from './codes.ts'
import { accessMethodsBadInput } from './device-access-methods.ts'
import { deviceTypesBadInput } from './device-types.ts'
import { devicesBadInput } from './devices.ts'
import { eventsBadInput } from './events.ts'
import { gatewaysBadInput } from './gateways.ts'
import { locationsBadInput } from './locations.ts'
import { maintenanceBadInput } from './maintenance.ts'
import { productsBadInput } from './products.ts'
import { rolesBadInput } from './roles.ts'
import { sitesBadInput } from './sites.ts'
import { tariffsBadInput } from './tariffs.ts'
import { tenantsBadInput } from './tenants.ts'
import type { BadInput } from './values.ts'
import { zonesBadInput } from './zones.ts'

/** One line per entity. */
export const badInputs: readonly BadInput[] = [
  accessMethodsBadInput,
  barriersBadInput,
  codesBadInput,
  deviceTypesBadInput,
  devicesBadInput,
  eventsBadInput,
  gatewaysBadInput,
  locationsBadInput,
  maintenanceBadInput,
  productsBadInput,
  rolesBadInput,
  sitesBadInput,
  tariffsBadInput,
  tenantsBadInput,
  zonesBadInput,
]
