import type { Knex } from 'knex'
import type * as z from 'zod'
import type { edit, Silence } from '../../contract/gateways.ts'
import { lateHours, silentHours } from '../../contract/gateways.ts'
import { type Gateway, Site } from '../../db/models/sites.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

type Values = Omit<z.output<typeof edit.input>, 'gatewayId' | 'version'>

/** What a violated constraint means for a gateway. */
export const meanings = { gateways_hardware_id_key: { code: 'gateway-id-taken', field: 'hardwareId' } } as const

/** Returns what a gateway holds now, in the shape of its commands. */
export const valuesOf = (gateway: Gateway): Values => ({
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

/** Returns what a gateway says of itself. */
export const heardOf = ({ lastMessageAt, linked, clockAheadMs, simulatedUntil }: Gateway) => ({
  lastMessageAt: lastMessageAt?.toISOString() ?? null,
  linked,
  clockAheadMs,
  simulatedUntil: simulatedUntil?.toISOString() ?? null,
})

/** Returns the fetched site of a gateway by name. */
export const siteOf = ({ site }: Gateway) => (site ? { id: site.id, name: site.fullName ?? site.name } : null)

/** How long a gateway has been silent, as SQL; `now` is bound by name. */
export const silenceSql = `case when gateways.last_message_at is null then 'never'
  when gateways.last_message_at < :now::timestamptz - interval '${silentHours} hours' then '${'silent' satisfies Silence}'
  when gateways.last_message_at < :now::timestamptz - interval '${lateHours} hours' then '${'late' satisfies Silence}'
  else '${'heard' satisfies Silence}' end`

/** Refuses bad-input for a site that does not exist. The site found stays until the transaction ends. */
export async function checkSite(
  trx: Knex.Transaction,
  refuse: Refuse<'bad-input'>,
  siteId: number | null,
): Promise<void> {
  if (siteId === null || (await Site.query(trx).findById(siteId).select('id').forKeyShare())) return
  refuse('bad-input', undefined, [{ path: 'siteId', issue: 'field-not-found' }])
}
