import type { RemovableEntity } from '../../contract/consequences.ts'
import { removal as barrier } from '../barriers/removal.ts'
import { removal as code } from '../codes/removal.ts'
import { removal as accessMethod } from '../device-access-methods/removal.ts'
import { removal as deviceType } from '../device-types/removal.ts'
import { removal as device } from '../devices/removal.ts'
import type { Removal } from '../effects/removal.ts'
import { removal as event } from '../events/removal.ts'
import { removal as gateway } from '../gateways/removal.ts'
import { removal as identityProvider } from '../identity-providers/removal.ts'
import { removal as location } from '../locations/removal.ts'
import { removal as product } from '../products/removal.ts'
import { removal as role } from '../roles/removal.ts'
import { removal as site } from '../sites/removal.ts'
import { removal as tariff } from '../tariffs/removal.ts'
import { removal as tenant } from '../tenants/removal.ts'
import { removal as zone } from '../zones/removal.ts'

/** How the rows of each entity are deleted. */
export const removals: Readonly<Record<RemovableEntity, Removal>> = {
  tenant,
  zone,
  site,
  location,
  gateway,
  device,
  barrier,
  event,
  tariff,
  code,
  product,
  role,
  'device-type': deviceType,
  'access-method': accessMethod,
  'identity-provider': identityProvider,
}
