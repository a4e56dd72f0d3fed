import type { Knex } from 'knex'
import type * as z from 'zod'
import { savePlan } from '../../contract/plan.ts'
import { seesSite } from '../access/scope.ts'
import { handle } from '../bus/handle.ts'
import { planChange } from './plan-view.ts'

type Placed = z.output<typeof savePlan.input>['devices']

/**
 * Saves a plan as a whole: the devices that moved and what lies under them. Whoever edited an older version is refused and told who was
 * faster; of two at once exactly one is kept (C-60). The views of devices show no places, so only the plan is told.
 */
export default handle(savePlan, async ({ input, actor, trx, refuse, emit }) => {
  const { siteId, backgroundId } = input
  if (!(await seesSite(trx, actor, siteId))) return refuse('not-found')
  const before = await lockPlan(trx, siteId)
  if (before.version !== input.version)
    return refuse('plan-changed', { by: before.by ?? '–', at: before.at.toISOString() })
  const devices = [...new Map(input.devices.map((device) => [device.id, device])).values()]
  if (!(await allAtSite(trx, siteId, devices))) return refuse('device-not-at-site')
  if (backgroundId && !(await isPictureOf(trx, siteId, backgroundId))) return refuse('picture-not-of-site')
  await placeDevices(trx, devices, actor.userId)
  const { rows } = await trx.raw<{ rows: { version: number }[] }>(
    `UPDATE site_plans SET version = nextval('change_version'), modified_at = now(), modified_by = ?,
       background_id = CASE WHEN ? THEN ?::uuid ELSE background_id END
     WHERE site_id = ? RETURNING version`,
    [actor.userId, backgroundId !== undefined, backgroundId ?? null, siteId],
  )
  await emit({ fact: 'sites.planSaved', payload: { siteId }, changes: [await planChange(trx, siteId)] })
  return { version: rows[0]?.version ?? 0 }
})

/** The plan's row under its lock, made when there is none yet: the second of two saves waits here for the first. */
async function lockPlan(
  trx: Knex.Transaction,
  siteId: number,
): Promise<{ version: number; at: Date; by: string | null }> {
  await trx.raw('INSERT INTO site_plans (site_id) VALUES (?) ON CONFLICT DO NOTHING', [siteId])
  const { rows } = await trx.raw<{ rows: { version: number; at: Date; by: string | null }[] }>(
    `SELECT p.version, p.modified_at AS at,
       (SELECT coalesce(nullif(trim(concat_ws(' ', u.firstname, u.lastname)), ''), u.username) FROM users u WHERE u.id = p.modified_by) AS by
     FROM site_plans p WHERE p.site_id = ? FOR UPDATE`,
    [siteId],
  )
  const [plan] = rows
  if (!plan) throw new Error(`site ${siteId} is gone`)
  return plan
}

async function allAtSite(trx: Knex.Transaction, siteId: number, devices: Placed): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { n: number }[] }>(
    'SELECT count(*)::integer AS n FROM devices WHERE id = ANY (?) AND site_id = ? AND retired_at IS NULL',
    [devices.map(({ id }) => id), siteId],
  )
  return rows[0]?.n === devices.length
}

/** Held until the end, so that it is not deleted meanwhile. */
async function isPictureOf(trx: Knex.Transaction, siteId: number, mediaId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `SELECT FROM media WHERE id = ? AND site_id = ? AND kind = 'picture' AND width IS NOT NULL AND height IS NOT NULL FOR KEY SHARE`,
    [mediaId, siteId],
  )
  return rows.length > 0
}

/** One statement for all; what stays where it is is not written. */
async function placeDevices(trx: Knex.Transaction, devices: Placed, userId: number): Promise<void> {
  if (devices.length === 0) return
  const rows = devices.map(({ id, place }) => ({ id, ...place, rotationDeg: place?.rotationDeg ?? 0 }))
  await trx.raw(
    `UPDATE devices d SET upper_left_x_mm = n."xMm", upper_left_y_mm = n."yMm", width_mm = n."widthMm", height_mm = n."heightMm",
       rotation_deg = n."rotationDeg", modified_by = ?
     FROM jsonb_to_recordset(?::jsonb) AS n (id integer, "xMm" integer, "yMm" integer, "widthMm" integer, "heightMm" integer, "rotationDeg" integer)
     WHERE d.id = n.id AND (d.upper_left_x_mm, d.upper_left_y_mm, d.width_mm, d.height_mm, d.rotation_deg)
       IS DISTINCT FROM (n."xMm", n."yMm", n."widthMm", n."heightMm", n."rotationDeg")`,
    [userId, JSON.stringify(rows)],
  )
}
