import { checklist } from '../../contract/setup.ts'
import { exists, one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { doneSteps } from './done-steps.ts'

type Last = Record<'tenantId' | 'zoneId' | 'locationId' | 'siteId' | 'gatewayId', number | null>

/** What an installation has, and what was made last. */
export default answer(checklist, async ({ actor, trx }) => ({
  done: await doneSteps(trx),
  putAway: await exists(trx, 'SELECT FROM setup_put_away WHERE user_id = ?', [actor.userId]),
  last: await one<Last>(
    trx,
    `SELECT (SELECT max(id) FROM tenants) AS "tenantId", (SELECT max(id) FROM zones) AS "zoneId",
       (SELECT max(id) FROM locations) AS "locationId", (SELECT max(id) FROM sites) AS "siteId",
       (SELECT max(id) FROM gateways) AS "gatewayId"`,
  ),
}))
