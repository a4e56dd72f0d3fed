import type * as z from 'zod'
import { makeSite } from '../../../contract/setup.ts'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of the wizard, by the path in its command. */
export const siteWizardFields = formFields(makeSite, {
  name: 'common.name',
  zoneIds: 'common.zones',
  locationId: 'device-admin.location',
  timeZone: 'tenants.timeZone',
  gatewayId: 'common.gateway',
  'gateway.name': 'setup.gatewayName',
  'gateway.hardwareId': 'setup.gatewayHardwareId',
  deviceTypeId: 'insight.fact.type',
  accessMethodIds: 'device-access-methods.title',
  names: 'setup.names',
  hardwareIds: 'setup.hardwareIds',
  firstPathNumber: 'setup.firstPathNumber',
  perRow: 'setup.perRow',
  widthMm: 'device-admin.width',
  heightMm: 'device-admin.height',
  gapMm: 'setup.gap',
  aisleMm: 'setup.aisle',
})

type Input = z.input<typeof makeSite.input>
/** What the form of the wizard holds. */
export type SiteWizardValues = Omit<Input, 'gateway' | 'deviceTypeId'> & {
  gateway: NonNullable<Input['gateway']>
  deviceTypeId: number | null
}

/** A station of 24 bike boxes, in the time zone of its creator. */
export const newStation = (timeZone: string): SiteWizardValues => ({
  name: '',
  zoneIds: [],
  locationId: null,
  timeZone,
  gatewayId: null,
  gateway: { name: '', hardwareId: '' },
  deviceTypeId: null,
  accessMethodIds: [],
  names: 'Box {1..24}',
  hardwareIds: 'BOX-{01..24}',
  firstPathNumber: -1,
  perRow: 12,
  widthMm: 850,
  heightMm: 2_000,
  gapMm: 50,
  aisleMm: 3_000,
})

/** Returns the command's input: either a gateway that exists or a new one. */
export const toMakeSite = ({ gateway, ...values }: SiteWizardValues): Input => ({
  ...values,
  // What is missing is refused on its field.
  deviceTypeId: values.deviceTypeId as number,
  gateway: values.gatewayId === null ? gateway : null,
})
