import type { Knex } from 'knex'
import type { FieldIssue } from '../../contract/refusals.ts'
import { Tariff } from '../../db/models/reservations.ts'
import { DeviceType } from '../../db/models/sites.ts'
import { soldBy } from '../../db/models/sold-by.ts'
import { exists } from '../../db/sql.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

interface Saved {
  readonly tenantId: number
  readonly tariffId: number | null
  readonly deviceTypeIds: readonly number[]
  readonly lprEnabled: boolean
}

/** Returns whether a company has a product. */
export const hasProduct = (trx: Knex, tenantId: number, product: Parameters<typeof soldBy>[1]): Promise<boolean> =>
  exists(trx, `select where ${soldBy('?', product)}`, [tenantId])

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
  if (saved.lprEnabled && !(await hasProduct(trx, saved.tenantId, 'LPR')))
    issues.push({ path: 'lprEnabled', issue: 'lpr-not-bought' })
  if (issues.length > 0) refuse('bad-input', undefined, issues)
}

/** Restricts an access time to some device types; none = every type. */
export async function saveTypes(trx: Knex.Transaction, eventId: number, typeIds: readonly number[]): Promise<void> {
  await trx('event_device_types').where({ event_id: eventId }).delete()
  if (typeIds.length > 0)
    await trx('event_device_types').insert(typeIds.map((id) => ({ event_id: eventId, device_type_id: id })))
}
