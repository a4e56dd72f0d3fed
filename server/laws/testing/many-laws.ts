import type { Knex } from 'knex'
import * as barriers from '../../../contract/barriers.ts'
import * as codes from '../../../contract/codes.ts'
import * as accessMethods from '../../../contract/device-access-methods.ts'
import * as deviceTypes from '../../../contract/device-types.ts'
import * as devices from '../../../contract/devices/admin.ts'
import * as events from '../../../contract/events.ts'
import * as gateways from '../../../contract/gateways.ts'
import type { CommandDef } from '../../../contract/kit.ts'
import * as locations from '../../../contract/locations.ts'
import * as products from '../../../contract/products.ts'
import * as sites from '../../../contract/sites/admin.ts'
import * as tariffs from '../../../contract/tariffs.ts'
import * as tenants from '../../../contract/tenants.ts'
import * as zones from '../../../contract/zones.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import { barriersFormLaw } from '../../barriers/testing/form-law.ts'
import { codesFormLaw } from '../../codes/testing/form-law.ts'
import { deviceAccessMethodsFormLaw } from '../../device-access-methods/testing/form-law.ts'
import { deviceTypesFormLaw } from '../../device-types/testing/form-law.ts'
import { devicesFormLaw } from '../../devices/testing/form-law.ts'
import { eventsFormLaw } from '../../events/testing/form-law.ts'
import { gatewaysFormLaw } from '../../gateways/testing/form-law.ts'
import { locationsFormLaw } from '../../locations/testing/form-law.ts'
import { productsFormLaw } from '../../products/testing/form-law.ts'
import { sitesFormLaw } from '../../sites/testing/form-law.ts'
import { tariffsFormLaw } from '../../tariffs/testing/form-law.ts'
import { tenantsFormLaw } from '../../tenants/testing/form-law.ts'
import type { World } from '../../testing/world.ts'
import { zonesFormLaw } from '../../zones/testing/form-law.ts'
import type { FormLaw } from './form-law.ts'

/** What the laws need to know about an entity of which several rows are edited or removed at once. */
export interface ManyLaw {
  readonly form: FormLaw
  readonly edit: CommandDef
  readonly remove: CommandDef
  /** Returns a change of every planted row that nothing forbids. */
  set(world: World, knex: Knex): object | Promise<object>
}

const law = (form: FormLaw, verbs: { editMany: CommandDef; removeMany: CommandDef }, set: ManyLaw['set']): ManyLaw => ({
  form,
  edit: verbs.editMany,
  remove: verbs.removeMany,
  set,
})

/** Writes an access time that a code of the own zone can open. */
async function privateEvent({ own }: World, knex: Knex): Promise<number> {
  await knex('zones').where({ id: own.id }).update({ private: true })
  return insert(knex, 'events', { zone_id: own.id, name: 'Members', starts_on: '2026-01-01' })
}

/** One line per entity. */
export const manyLaws: readonly ManyLaw[] = [
  law(zonesFormLaw, zones, () => ({ additionalSupportInfo: 'Ring twice' })),
  law(devicesFormLaw, devices, () => ({ comment: 'Checked' })),
  law(eventsFormLaw, events, () => ({ graceMinutes: 42 })),
  law(tariffsFormLaw, tariffs, () => ({ description: 'For everybody' })),
  law(codesFormLaw, codes, async (world, knex) => ({ eventId: await privateEvent(world, knex) })),
  law(sitesFormLaw, sites, () => ({ geofenceM: 321 })),
  law(locationsFormLaw, locations, () => ({ city: 'Ulm' })),
  law(gatewaysFormLaw, gateways, () => ({ comment: 'Checked' })),
  law(barriersFormLaw, barriers, () => ({ type: 'exit' })),
  law(tenantsFormLaw, tenants, () => ({ country: 'Austria' })),
  law(productsFormLaw, products, () => ({ roleIds: { how: 'add', ids: [1] } })),
  law(deviceTypesFormLaw, deviceTypes, () => ({ reportIntervalS: 4_321 })),
  law(deviceAccessMethodsFormLaw, accessMethods, () => ({ disableControlWhenInState: false })),
]
