import type { Knex } from 'knex'
import type { FieldIssue } from '../../contract/refusals.ts'
import { Tariff } from '../../db/models/reservations.ts'
import { DeviceType } from '../../db/models/sites.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

interface Saved {
  readonly tenantId: number
  readonly tariffId: number | null
  readonly deviceTypeIds: readonly number[]
  readonly lprEnabled: boolean
}

/** Returns whether a company bought licence-plate recognition. */
export async function boughtLpr(trx: Knex, tenantId: number): Promise<boolean> {
  const bought = trx('product_tenants as pt').join('products as p', 'p.id', 'pt.product_id')
  return (await bought.where({ 'pt.tenant_id': tenantId, 'p.prefix': 'LPR' }).first('p.id')) !== undefined
}

/** Refuses what the company of the zone does not have (rules EV-2 and P-13). Locks the tariff. */
export async function checkSave(trx: Knex.Transaction, refuse: Refuse<'bad-input'>, saved: Saved): Promise<void> {
  const issues: FieldIssue[] = []
  if (saved.tariffId !== null) {
    const tariff = await Tariff.query(trx).findById(saved.tariffId).where({ tenant_id: saved.tenantId }).forShare()
    if (!tariff) issues.push({ path: 'tariffId', issue: 'field-not-found' })
  }
  const types = await DeviceType.query(trx)
    .findByIds([...saved.deviceTypeIds])
    .orderBy('id')
    .forKeyShare()
  if (types.length < saved.deviceTypeIds.length) issues.push({ path: 'deviceTypeIds', issue: 'field-not-found' })
  if (saved.lprEnabled && !(await boughtLpr(trx, saved.tenantId)))
    issues.push({ path: 'lprEnabled', issue: 'lpr-not-bought' })
  if (issues.length > 0) refuse('bad-input', undefined, issues)
}

/** Restricts an access time to some device types; none = every type. */
export async function saveTypes(trx: Knex.Transaction, eventId: number, typeIds: readonly number[]): Promise<void> {
  await trx('event_device_types').where({ event_id: eventId }).delete()
  if (typeIds.length > 0)
    await trx('event_device_types').insert(typeIds.map((id) => ({ event_id: eventId, device_type_id: id })))
}
