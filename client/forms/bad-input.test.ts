import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { fieldIssues } from '../../contract/field-issues.ts'
import type { CommandDef } from '../../contract/kit.ts'
import { commands } from '../../contract/registry.ts'
import { badInputs } from '../../contract/testing/bad-input/all.ts'
import { barrierFields } from '../pages/barriers/barrier-fields.ts'
import { codeFields } from '../pages/codes/code-fields.ts'
import { accessMethodFields } from '../pages/device-access-methods/access-method-fields.ts'
import { deviceTypeFields } from '../pages/device-types/type-fields.ts'
import { deviceFields } from '../pages/devices/device-fields.ts'
import { eventFields, newEventFields } from '../pages/events/event-fields.ts'
import { gatewayFields } from '../pages/gateways/gateway-fields.ts'
import { locationFields } from '../pages/locations/location-fields.ts'
import { maintenanceTextFields } from '../pages/maintenance/text-fields.ts'
import { productFields } from '../pages/products/product-fields.ts'
import { newRoleFields, roleFields } from '../pages/roles/role-fields.ts'
import { siteFields } from '../pages/sites/site-fields.ts'
import { newTariffFields, tariffFields } from '../pages/tariffs/tariff-fields.ts'
import { tenantFields } from '../pages/tenants/tenant-fields.ts'
import { zoneFields } from '../pages/zones/zone-fields.ts'
import { type FormFields, nearestLabel } from './form-fields.ts'

/** The form of each command; one form can serve two. */
const forms: Readonly<Record<string, FormFields>> = {
  'barriers.add': barrierFields,
  'barriers.edit': barrierFields,
  'codes.add': codeFields,
  'codes.edit': codeFields,
  'deviceAccessMethods.add': accessMethodFields,
  'deviceAccessMethods.edit': accessMethodFields,
  'deviceTypes.add': deviceTypeFields,
  'deviceTypes.edit': deviceTypeFields,
  'devices.add': deviceFields,
  'devices.edit': deviceFields,
  'events.add': newEventFields,
  'events.edit': eventFields,
  'gateways.add': gatewayFields,
  'gateways.edit': gatewayFields,
  'locations.add': locationFields,
  'locations.edit': locationFields,
  'maintenance.edit': maintenanceTextFields,
  'products.add': productFields,
  'products.edit': productFields,
  'roles.add': newRoleFields,
  'roles.edit': roleFields,
  'sites.add': siteFields,
  'sites.edit': siteFields,
  'tariffs.add': newTariffFields,
  'tariffs.edit': tariffFields,
  'tenants.add': tenantFields,
  'tenants.edit': tenantFields,
  'zones.add': zoneFields,
  'zones.edit': zoneFields,
}

const fieldOf = (path: string) => path.split('.')[0]
const issuesOf = (def: CommandDef, input: unknown) => {
  const parsed = def.input.safeParse(input)
  return parsed.success ? [] : fieldIssues(parsed.error, input)
}

it('is listed for each command that adds or edits a row; a stay has its own tests', () => {
  const listed = badInputs.flatMap(({ add, edit }) => [...(add ? [add.name] : []), edit.name])
  const defined = commands.map(({ name }) => name).filter((name) => /\.(add|edit)$/.test(name))
  expect([...listed, 'reservations.edit'].sort()).toEqual(defined.sort())
})

describe.each([...badInputs])('the forms of $entity', ({ add, edit, idKey, good, onlyNew = {}, wrong }) => {
  const editable = wrong.filter(([change]) => Object.keys(change).every((field) => !Object.hasOwn(onlyNew, field)))
  const both = [
    ...(add ? [{ def: add, input: { ...good, ...onlyNew }, rules: wrong }] : []),
    { def: edit, input: { ...good, [idKey]: 1, version: 0 }, rules: editable },
  ]

  it.each(both)('$def.name takes a good input', ({ def, input }) => {
    expect(issuesOf(def, input)).toEqual([])
  })

  it.each(both)(
    '$def.name refuses each wrong value before it is sent, at its input [ADM-20]',
    ({ def, input, rules }) => {
      for (const [change, path, issue] of rules) {
        const issues = issuesOf(def, { ...input, ...change })
        const said = JSON.stringify(change).slice(0, 80)
        expect(new Set(issues.map((each) => fieldOf(each.path))), said).toEqual(new Set([fieldOf(path)]))
        expect(issues, said).toContainEqual(expect.objectContaining({ path, issue }))
        const form = forms[def.name] as FormFields
        if (issue !== 'field-unknown') expect(nearestLabel(form, path), `${def.name} ${path}`).toBeDefined()
      }
    },
  )

  it.each(both)('$def.name has a rule for each of its fields', ({ def, rules }) => {
    const ruled = new Set(rules.map(([, path]) => fieldOf(path)))
    const fields = Object.keys((def.input as z.ZodObject).shape)
    expect(fields.filter((field) => !ruled.has(field))).toEqual(
      fields.filter((field) => [idKey, 'version', 'world', 'closing'].includes(field)),
    )
  })
})
