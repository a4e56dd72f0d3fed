import type { Knex } from 'knex'
import { operatorFeatures } from '../../contract/features.ts'

export interface Operator {
  readonly id: number
  readonly name: string
}

/**
 * Returns who may operate a site: active operators of its zones, and admins; by name. With `userId` only this person.
 */
export async function operatorsOf(trx: Knex, siteId: number, userId?: number): Promise<Operator[]> {
  const { rows } = await trx.raw<{ rows: Operator[] }>(
    `SELECT u.id, coalesce(nullif(u.full_name, ''), u.username) AS name FROM users u JOIN roles r ON r.id = u.role_id
     WHERE u.state = 'ACTIVE' AND EXISTS (SELECT FROM user_features f WHERE f.user_id = u.id AND f.feature = ANY (?))
       AND (r.kind = 'Admin' OR EXISTS (SELECT FROM user_zones uz JOIN site_zones sz ON sz.zone_id = uz.zone_id
         WHERE uz.user_id = u.id AND sz.site_id = ?))
       ${userId === undefined ? '' : 'AND u.id = ?'}
     ORDER BY 2, 1`,
    [[...operatorFeatures], siteId, ...(userId === undefined ? [] : [userId])],
  )
  return rows
}
