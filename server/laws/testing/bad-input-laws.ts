import { barriersBadInput } from '../../../contract/testing/bad-input/barriers.ts'
import { codesBadInput } from '../../../contract/testing/bad-input/codes.ts'
import { accessMethodsBadInput } from '../../../contract/testing/bad-input/device-access-methods.ts'
import { deviceTypesBadInput } from '../../../contract/testing/bad-input/device-types.ts'
import { devicesBadInput } from '../../../contract/testing/bad-input/devices.ts'
import { eventsBadInput } from '../../../contract/testing/bad-input/events.ts'
import { gatewaysBadInput } from '../../../contract/testing/bad-input/gateways.ts'
import { locationsBadInput } from '../../../contract/testing/bad-input/locations.ts'
import { maintenanceBadInput } from '../../../contract/testing/bad-input/maintenance.ts'
import { productsBadInput } from '../../../contract/testing/bad-input/products.ts'
import { rolesBadInput } from '../../../contract/testing/bad-input/roles.ts'
import { sitesBadInput } from '../../../contract/testing/bad-input/sites.ts'
import { tariffsBadInput } from '../../../contract/testing/bad-input/tariffs.ts'
import { tenantsBadInput } from '../../../contract/testing/bad-input/tenants.ts'
import { zonesBadInput } from '../../../contract/testing/bad-input/zones.ts'
import { insert } from '../../../db/testing/fixtures.ts'
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
import { newName } from '../../roles/testing/role-fields.ts'
import { sitesFormLaw } from '../../sites/testing/form-law.ts'
import { tariffsFormLaw } from '../../tariffs/testing/form-law.ts'
import { tenantsFormLaw } from '../../tenants/testing/form-law.ts'
import { newPrefix } from '../../tenants/testing/tenant-fields.ts'
import { zonesFormLaw } from '../../zones/testing/form-law.ts'
import type { BadInputLaw } from './bad-input-law.ts'

const nowhere = 999_999
let made = 0
const next = (): number => (made += 1)

/** One entry per entity with an edit. */
export const badInputLaws: readonly BadInputLaw[] = [
  {
    input: accessMethodsBadInput,
    form: deviceAccessMethodsFormLaw,
    table: 'device_access_methods',
    refers: () => ({ name: `good-${next()}` }),
    async collisions(knex) {
      await insert(knex, 'device_access_methods', { name: 'taken', display_name: 'Taken', attributes: ['open'] })
      return [[{ name: 'taken' }, 'name', 'name-taken', 409]]
    },
  },
  {
    input: barriersBadInput,
    form: barriersFormLaw,
    table: 'barriers',
    refers: ({ own }) => ({ siteId: own.siteId, pathNumber: 10_000 + next() }),
    async collisions(knex, { own, foreign }) {
      const row = { description: 'Taken', path_number: 9_999, type: 'entrance', site_id: foreign.siteId }
      await insert(knex, 'barriers', row)
      return [
        [{ pathNumber: 9_999 }, 'pathNumber', 'path-number-taken', 409],
        [{ siteId: nowhere }, 'siteId', 'field-not-found', 400],
        [{ gatewayId: nowhere }, 'gatewayId', 'field-not-found', 400],
        [{ deviceId: nowhere }, 'deviceId', 'field-not-found', 400],
        [{ deviceId: foreign.gateway.devices[0]?.id, siteId: own.siteId }, 'deviceId', 'device-not-at-site', 400],
      ]
    },
    calls: { add: ['PATCH', '/barriers/add'], edit: (id) => ['PATCH', `/barriers/edit/${id}`] },
  },
  {
    input: deviceTypesBadInput,
    form: deviceTypesFormLaw,
    table: 'device_types',
    refers: () => ({ type: `GOOD_${next()}` }),
    async collisions(knex) {
      await insert(knex, 'device_types', { type: 'TAKEN', display_name: 'Taken', plural_name: 'Taken' })
      return [[{ type: 'TAKEN' }, 'type', 'name-taken', 409]]
    },
  },
  {
    input: devicesBadInput,
    form: devicesFormLaw,
    table: 'devices',
    refers: ({ own }) => ({
      hardwareId: `good-${next()}`,
      gatewayId: own.gateway.id,
      siteId: own.siteId,
      deviceTypeId: own.gateway.devices[0]?.typeId,
    }),
    collisions: async (_, { own }) => [
      [{ hardwareId: own.gateway.devices[0]?.hardwareId }, 'hardwareId', 'hardware-id-taken', 409],
      [{ gatewayId: nowhere }, 'gatewayId', 'field-not-found', 400],
      [{ siteId: nowhere }, 'siteId', 'field-not-found', 400],
      [{ locationId: nowhere }, 'locationId', 'field-not-found', 400],
      [{ deviceTypeId: nowhere }, 'deviceTypeId', 'field-not-found', 400],
      [{ accessMethodIds: [nowhere] }, 'accessMethodIds', 'field-not-found', 400],
      [{ isMandatory: true, isOptional: true }, 'isOptional', 'mandatory-not-optional', 400],
    ],
    calls: {
      add: ['POST', '/devices/add'],
      edit: (id) => ['POST', `/devices/edit/${id}`],
      names: { deviceId: 'hardwareId', deviceAccessMethods: 'accessMethodIds' },
    },
  },
  {
    input: eventsBadInput,
    form: eventsFormLaw,
    table: 'events',
    refers: ({ own }) => ({ zoneId: own.id }),
    async collisions(knex, { tenants }) {
      const foreignTariff = await insert(knex, 'tariffs', { tenant_id: tenants.foreign, name: 'Foreign' })
      return [
        [{ zoneId: nowhere }, 'zoneId', 'field-not-found', 400],
        [{ tariffId: nowhere }, 'tariffId', 'field-not-found', 400],
        [{ tariffId: foreignTariff }, 'tariffId', 'field-not-found', 400],
        [{ deviceTypeIds: [nowhere] }, 'deviceTypeIds', 'field-not-found', 400],
        [{ lprEnabled: true }, 'lprEnabled', 'lpr-not-bought', 400],
      ]
    },
    calls: {
      add: ['POST', '/events/add_ajax'],
      edit: (id) => ['PATCH', `/events/edit_ajax/${id}`],
      names: { zone: 'zoneId', tariff: 'tariffId', deviceTypes: 'deviceTypeIds' },
      wrap: (event) => ({ event }),
    },
  },
  {
    input: gatewaysBadInput,
    form: gatewaysFormLaw,
    table: 'gateways',
    refers: () => ({ hardwareId: `good-${next()}` }),
    collisions: async (_, { own }) => [
      [{ hardwareId: own.gateway.hardwareId }, 'hardwareId', 'gateway-id-taken', 409],
      [{ siteId: nowhere }, 'siteId', 'field-not-found', 400],
    ],
    calls: { add: ['POST', '/gateways/add'], edit: (id) => ['PATCH', `/gateways/edit/${id}`] },
  },
  {
    input: locationsBadInput,
    form: locationsFormLaw,
    table: 'locations',
    refers: () => ({}),
    calls: { add: ['POST', '/locations/add'], edit: (id) => ['PATCH', `/locations/edit/${id}`] },
  },
  { input: maintenanceBadInput, form: maintenanceFormLaw, table: 'maintenance_periods', refers: () => ({}) },
  {
    input: productsBadInput,
    form: productsFormLaw,
    table: 'products',
    refers: () => ({ prefix: `GOOD_${next()}` }),
    confirmed: { closing: true },
    collisions: async () => [
      [{ prefix: 'PAYMENT' }, 'prefix', 'product-prefix-taken', 409],
      [{ roleIds: [nowhere] }, 'roleIds', 'field-not-found', 400],
    ],
    calls: { edit: (id) => ['PATCH', `/products/edit/${id}`], names: { roles: 'roleIds' } },
  },
  {
    input: rolesBadInput,
    form: rolesFormLaw,
    table: 'roles',
    refers: () => ({ name: newName() }),
    collisions: async () => [[{ name: 'Visitor' }, 'name', 'name-taken', 409]],
  },
  {
    input: sitesBadInput,
    form: sitesFormLaw,
    table: 'sites',
    refers: ({ own }) => ({ zoneIds: [own.id] }),
    collisions: async () => [
      [{ zoneIds: [nowhere] }, 'zoneIds', 'field-not-found', 400],
      [{ locationId: nowhere }, 'locationId', 'field-not-found', 400],
    ],
    calls: {
      add: ['POST', '/sites/add'],
      edit: (id) => ['PATCH', `/sites/edit/${id}`],
      names: { zones: 'zoneIds', location: 'locationId' },
    },
  },
  {
    input: tariffsBadInput,
    form: tariffsFormLaw,
    table: 'tariffs',
    refers: ({ tenants }) => ({ tenantId: tenants.own }),
    collisions: async () => [[{ tenantId: nowhere }, 'tenantId', 'field-not-found', 400]],
  },
  {
    input: tenantsBadInput,
    form: tenantsFormLaw,
    table: 'tenants',
    refers: () => ({ prefix: newPrefix() }),
    async collisions(knex) {
      await knex('tenants').where({ prefix: 'foreign' }).update({ login_path: 'taken' })
      return [
        [{ prefix: 'FOREIGN' }, 'prefix', 'prefix-taken', 409],
        [{ loginPath: 'taken' }, 'loginPath', 'login-path-taken', 409],
        [{ productIds: [nowhere] }, 'productIds', 'field-not-found', 400],
      ]
    },
    calls: {
      add: ['POST', '/tenants/add_ajax'],
      edit: (id) => ['PATCH', `/tenants/edit_ajax/${id}`],
      names: { products: 'productIds' },
    },
  },
  {
    input: zonesBadInput,
    form: zonesFormLaw,
    table: 'zones',
    refers: ({ tenants }) => ({ tenantId: tenants.own }),
    collisions: async (_, { users }) => [
      [{ tenantId: nowhere }, 'tenantId', 'field-not-found', 400],
      [{ siteIds: [nowhere] }, 'siteIds', 'field-not-found', 400],
      [{ managerIds: [users.visitor.id] }, 'managerIds', 'field-not-found', 400],
    ],
    calls: {
      add: ['POST', '/zones/add'],
      edit: (id) => ['PATCH', `/zones/edit/${id}`],
      names: { tenant: 'tenantId', sites: 'siteIds', users: 'managerIds' },
    },
  },
  {
    input: codesBadInput,
    form: codesFormLaw,
    table: 'codes',
    refers: ({ own }) => ({ name: `GOOD-${next()}`, zoneId: own.id }),
    async collisions(knex, { own, foreign, tenants }) {
      await knex('zones').where({ id: own.id }).update({ private: true })
      await insert(knex, 'codes', { name: 'TAKEN', tenant_id: tenants.foreign, zone_id: foreign.id })
      return [
        [{ name: ' taken ' }, 'name', 'code-exists', 409],
        [{ zoneId: foreign.id }, 'zoneId', 'zone-not-private', 409],
        [{ eventId: nowhere }, 'eventId', 'event-not-in-zone', 409],
      ]
    },
  },
]
