import type { Knex } from 'knex'

/** The tenant behind a prefix (short letters, any case), or null. For the automatic login of a tenant's visitors; public. */
export async function tenantIdFromPrefix(knex: Knex, prefix: string): Promise<number | null> {
  const row = await knex<{ id: number; prefix: string }>('tenants')
    .whereRaw('lower(prefix) = lower(?)', [prefix])
    .first('id')
  return row?.id ?? null
}
