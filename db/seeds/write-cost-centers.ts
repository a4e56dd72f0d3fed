import type { Knex } from 'knex'
import type { People } from './write-people.ts'
import type { Tenancy } from './write-tenancy.ts'

/** Cost centres of a customer; the demo visitor may use an active one and an expired one. */
export async function writeCostCenters(trx: Knex.Transaction, tenancy: Tenancy, people: People): Promise<void> {
  const made: { id: number; number: string }[] = await trx('cost_centers')
    .insert([
      { tenant_id: tenancy.radhafen, number: '4711', name: 'Dienstfahrten' },
      { tenant_id: tenancy.radhafen, number: '4712', name: 'Werkstatt' },
      { tenant_id: tenancy.radhafen, number: '3900', name: 'Messe 2025', active: false },
    ])
    .returning(['id', 'number'])
  const allowed = made.filter(({ number }) => number !== '4712')
  await trx('user_cost_centers').insert(allowed.map(({ id }) => ({ user_id: people.visitor, cost_center_id: id })))
}
