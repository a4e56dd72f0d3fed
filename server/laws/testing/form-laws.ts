import { barriersFormLaw } from '../../barriers/testing/form-law.ts'
import { codesFormLaw } from '../../codes/testing/form-law.ts'
import { deviceAccessMethodsFormLaw } from '../../device-access-methods/testing/form-law.ts'
import { deviceTypesFormLaw } from '../../device-types/testing/form-law.ts'
import { devicesFormLaw } from '../../devices/testing/form-law.ts'
import { eventsFormLaw } from '../../events/testing/form-law.ts'
import { gatewaysFormLaw } from '../../gateways/testing/form-law.ts'
import { locationsFormLaw } from '../../locations/testing/form-law.ts'
import { maintenanceFormLaw } from '../../maintenance/testing/form-law.ts'
import { productsFormLaw } from '../../products/testing/form-law.ts'
import { rolesFormLaw } from '../../roles/testing/form-law.ts'
import { sitesFormLaw } from '../../sites/testing/form-law.ts'
import { tariffsFormLaw } from '../../tariffs/testing/form-law.ts'
import { tenantsFormLaw } from '../../tenants/testing/form-law.ts'
import { zonesFormLaw } from '../../zones/testing/form-law.ts'
import type { FormLaw } from './form-law.ts'

/** One line per entity that is edited or removed. */
export const formLaws: readonly FormLaw[] = [
  barriersFormLaw,
  codesFormLaw,
  deviceAccessMethodsFormLaw,
  deviceTypesFormLaw,
  devicesFormLaw,
  eventsFormLaw,
  gatewaysFormLaw,
  maintenanceFormLaw,
  productsFormLaw,
  rolesFormLaw,
  tariffsFormLaw,
  locationsFormLaw,
  sitesFormLaw,
  tenantsFormLaw,
  zonesFormLaw,
]
