import type * as z from 'zod'
import { problems } from '../../contract/devices/admin.ts'
import { many } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Maximum number of problems of one kind; fixing them reveals more. */
const max = 100

type Problem = z.input<typeof problems.reply>[number]

/** Each finds devices d with a detail. Over everything, whatever constraint should make it impossible. */
const checks: Readonly<Record<Problem['kind'], string>> = {
  'retired-reserved': `SELECT DISTINCT ON (d.id) d.id AS "deviceId", d.name, jsonb_build_object('reservationId', r.id, 'number', r.number) AS detail
    FROM devices d JOIN reservations r ON r.device_id = d.id
    WHERE d.retired_at IS NOT NULL AND r.state IN ('CREATED', 'RESERVED') AND r.ends_at > now() ORDER BY d.id, r.ends_at`,
  'gateway-elsewhere': `SELECT d.id AS "deviceId", d.name, jsonb_build_object('siteId', d.site_id, 'gatewayId', g.id, 'gatewaySiteId', g.site_id) AS detail
    FROM devices d JOIN gateways g ON g.id = d.gateway_id
    WHERE d.retired_at IS NULL AND g.site_id <> d.site_id ORDER BY d.id`,
  'site-without-zone': `SELECT d.id AS "deviceId", d.name, jsonb_build_object('siteId', d.site_id) AS detail FROM devices d
    WHERE d.retired_at IS NULL AND NOT EXISTS (SELECT FROM site_zones z WHERE z.site_id = d.site_id) ORDER BY d.id`,
  'barrier-elsewhere': `SELECT d.id AS "deviceId", d.name, jsonb_build_object('barrierId', b.id, 'siteId', b.site_id, 'deviceSiteId', d.site_id) AS detail
    FROM barriers b JOIN devices d ON d.id = b.device_id WHERE d.site_id <> b.site_id OR d.retired_at IS NOT NULL ORDER BY d.id`,
  'command-without-end': `SELECT d.id AS "deviceId", d.name, jsonb_build_object('supportCode', o.support_code, 'state', o.state) AS detail
    FROM device_commands o JOIN devices d ON d.id = o.device_id
    WHERE o.state IN ('queued', 'sent', 'taken') AND o.deadline < now() - interval '5 minutes' ORDER BY d.id`,
}

/** Finds what must not be among devices (rule D-8). */
export default answer(problems, async ({ trx }) => {
  const found: Problem[] = []
  for (const [kind, sql] of Object.entries(checks) as [Problem['kind'], string][])
    for (const row of await many<Omit<Problem, 'kind'>>(trx, `${sql} LIMIT ${max}`)) found.push({ kind, ...row })
  return found
})
