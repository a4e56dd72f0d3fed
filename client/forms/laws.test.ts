import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { languages } from '../../contract/session.ts'
import { viewNameFields } from '../lists/view-item.tsx'
import { altFields } from '../media/alt-fields.ts'
import { barrierFields } from '../pages/barriers/barrier-fields.ts'
import { manyBarriersFields } from '../pages/barriers/many-barriers.tsx'
import { codeFields } from '../pages/codes/code-fields.ts'
import { manyCodesFields } from '../pages/codes/many-codes.tsx'
import { accessMethodFields } from '../pages/device-access-methods/access-method-fields.ts'
import { manyDeviceAccessMethodsFields } from '../pages/device-access-methods/many-device-access-methods.tsx'
import { manyDeviceTypesFields } from '../pages/device-types/many-device-types.tsx'
import { deviceTypeFields } from '../pages/device-types/type-fields.ts'
import { deviceFields } from '../pages/devices/device-fields.ts'
import { manyDevicesFields } from '../pages/devices/many-devices.tsx'
import { eventFields, newEventFields } from '../pages/events/event-fields.ts'
import { manyEventsFields } from '../pages/events/many-events.tsx'
import { gatewayFields } from '../pages/gateways/gateway-fields.ts'
import { manyGatewaysFields } from '../pages/gateways/many-gateways.tsx'
import { locationFields } from '../pages/locations/location-fields.ts'
import { manyLocationsFields } from '../pages/locations/many-locations.tsx'
import { maintenanceTextFields } from '../pages/maintenance/text-fields.ts'
import { extendFields } from '../pages/my-reservations/extend-fields.ts'
import { manyProductsFields } from '../pages/products/many-products.tsx'
import { productFields } from '../pages/products/product-fields.ts'
import { blockContactFields } from '../pages/profile/block-contact.tsx'
import { emailFields } from '../pages/profile/email-change.tsx'
import { profileFields } from '../pages/profile/profile-fields.ts'
import { removeFactorsFields } from '../pages/profile/security/admin-factors-panel.tsx'
import { reserveFields } from '../pages/reservation-admin/reserve-dialog.tsx'
import { newRoleFields, roleFields } from '../pages/roles/role-fields.ts'
import { siteWizardFields } from '../pages/setup/site-wizard-fields.ts'
import { manySitesFields } from '../pages/sites/many-sites.tsx'
import { siteFields } from '../pages/sites/site-fields.ts'
import { manyTariffsFields } from '../pages/tariffs/many-tariffs.tsx'
import { newTariffFields, tariffFields } from '../pages/tariffs/tariff-fields.ts'
import { manyTenantsFields } from '../pages/tenants/many-tenants.tsx'
import { providerFields } from '../pages/tenants/provider-fields.ts'
import { tenantFields } from '../pages/tenants/tenant-fields.ts'
import { inviteFields } from '../pages/zones/invite-fields.ts'
import { manyZonesFields } from '../pages/zones/many-zones.tsx'
import { zoneFields } from '../pages/zones/zone-fields.ts'
import { changeFields } from '../reservation/change-dialog.tsx'
import { stayFields } from '../reservation/edit-dialog.tsx'
import type { FormFields } from './form-fields.ts'

/** One line per form. */
const forms: Readonly<Record<string, FormFields>> = {
  'barriers.edit': barrierFields,
  'codes.edit': codeFields,
  'devices.edit': deviceFields,
  'gateways.edit': gatewayFields,
  'events.add': newEventFields,
  'events.edit': eventFields,
  'maintenance.edit': maintenanceTextFields,
  'media.describe': altFields,
  'invitations.invite': inviteFields,
  'locations.edit': locationFields,
  'profile.change': profileFields,
  'profile.changeEmail': emailFields,
  'profile.changeRmContact': blockContactFields,
  'session.removeFactors': removeFactorsFields,
  'people.renameListView': viewNameFields,
  'reservations.changeDevice': changeFields,
  'reservations.extend': extendFields,
  'products.edit': productFields,
  'reservations.edit': stayFields,
  'roles.add': newRoleFields,
  'roles.edit': roleFields,
  'tariffs.add': newTariffFields,
  'tariffs.edit': tariffFields,
  'deviceAccessMethods.edit': accessMethodFields,
  'tenants.edit': tenantFields,
  'deviceTypes.edit': deviceTypeFields,
  'reservations.reserveRemotely': reserveFields,
  'setup.makeSite': siteWizardFields,
  'sites.edit': siteFields,
  'identityProviders.save': providerFields,
  'zones.edit': zoneFields,
  'zones.editMany': manyZonesFields,
  'devices.editMany': manyDevicesFields,
  'events.editMany': manyEventsFields,
  'tariffs.editMany': manyTariffsFields,
  'codes.editMany': manyCodesFields,
  'sites.editMany': manySitesFields,
  'locations.editMany': manyLocationsFields,
  'gateways.editMany': manyGatewaysFields,
  'barriers.editMany': manyBarriersFields,
  'tenants.editMany': manyTenantsFields,
  'products.editMany': manyProductsFields,
  'deviceTypes.editMany': manyDeviceTypesFields,
  'deviceAccessMethods.editMany': manyDeviceAccessMethodsFields,
}

const texts = (language: string, area: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../i18n/${area}/${language}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >

/** Paths of the inputs that a schema needs: nested rows by column, translations by translated field. */
function inputPaths(schema: z.ZodType, path: string): string[] {
  const {
    type,
    innerType,
    in: input,
    element,
    shape,
  } = schema.def as unknown as Record<string, unknown> & { type: string }
  if (path === 'translations') return []
  if (type === 'array' && (element as z.ZodType).def.type === 'object')
    return [path, ...inputPaths(element as z.ZodType, path)]
  if (type === 'object')
    return Object.entries(shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      inputPaths(field, path === '' ? key : `${path}.${key}`),
    )
  if (innerType) return inputPaths(innerType as z.ZodType, path)
  if (type === 'pipe') return inputPaths(input as z.ZodType, path)
  return [path]
}

describe.each(Object.entries(forms))('the form of %s', (_, { def, labels, notShown }) => {
  // What the person saw of the consequences is sent along, and typed by nobody.
  const paths = inputPaths(def.input, '').filter((path) => path !== 'world' && !notShown.includes(path))

  it('has an input for each field of its command, so that every refusal of a field reaches one [ADM-20]', () => {
    expect(paths.filter((path) => labels[path] === undefined)).toEqual([])
  })

  it('has no label for a field that its command does not take', () => {
    expect(Object.keys(labels).filter((path) => !paths.includes(path))).toEqual([])
  })

  it.each(languages)('names each input in %s', (language) => {
    for (const key of Object.values(labels)) {
      const [area = '', ...rest] = key.split('.')
      expect(texts(language, area)[rest.join('.')], key).toMatch(/\S/)
    }
  })
})
