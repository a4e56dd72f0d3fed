import type * as z from 'zod'
import { edit, newGateway, type read } from '../../../contract/gateways.ts'
import { maintenanceText } from '../../devices/maintenance-text.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import type { useT } from '../../i18n/i18n.ts'

/** The inputs of a gateway, by the path in the command. */
export const gatewayFields = formFields(
  edit,
  {
    name: 'common.name',
    label: 'gateways.label',
    hardwareId: 'device-admin.hardwareId',
    comment: 'insight.comment',
    premiseLocation: 'gateways.premiseLocation',
    siteId: 'common.site',
    monitoring: 'common.monitoring',
    maintenanceState: 'device-admin.maintenanceState',
    sendMail: 'device-admin.sendMail',
    allowOfflineCaching: 'gateways.allowOfflineCaching',
  },
  ['gatewayId', 'version'],
)

export type GatewayFormView = z.output<typeof read.reply>
/** What the form of a gateway holds. */
export type GatewayValues = Omit<z.input<typeof edit.input>, 'gatewayId' | 'version'>

export const emptyGateway: GatewayValues = { ...newGateway, name: '', hardwareId: '' }

/** Returns the values of a gateway that is edited. */
export const gatewayValues = (gateway: GatewayFormView): GatewayValues => ({
  name: gateway.name,
  label: gateway.label,
  hardwareId: gateway.hardwareId,
  comment: gateway.comment,
  premiseLocation: gateway.premiseLocation,
  siteId: gateway.siteId,
  monitoring: gateway.monitoring,
  maintenanceState: gateway.maintenanceState,
  sendMail: gateway.sendMail,
  allowOfflineCaching: gateway.allowOfflineCaching,
})

/** Returns values of a gateway in words; a site that is not known by name is shown by its number. */
export function gatewayInWords({ site }: GatewayFormView, t: ReturnType<typeof useT>): InWords {
  return (path, value) => {
    if (path === 'maintenanceState') return maintenanceText(String(value), t)
    if (path !== 'siteId' || typeof value !== 'number') return undefined
    return site?.id === value ? site.name : `#${value}`
  }
}
