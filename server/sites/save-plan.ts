import type { Knex } from 'knex'
import { fn } from 'objection'
import type * as z from 'zod'
import { fact } from '../../contract/facts.ts'
import { savePlan } from '../../contract/sites/plan.ts'
import { Media } from '../../db/models/media.ts'
import { Device, SitePlan } from '../../db/models/sites.ts'
import { newVersion, patchUnchanged } from '../../db/models/version.ts'
import { publish } from '../../db/outbox.ts'
import { seesSite } from '../access/scope.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPlans } from './lock-plans.ts'
import { planChange } from './plan-view.ts'

type Placed = z.output<typeof savePlan.input>['devices']

/** Saves a plan as a whole: positions and background. An editor of an older version is told who saved first; of two concurrent saves one wins (C-60). */
export default handle(savePlan, async ({ input, actor, trx, refuse }) => {
  const { siteId, backgroundId } = input
  if (!(await seesSite(trx, actor, siteId))) return refuse('not-found')
  await lockPlans(trx, [siteId])
  const unchanged = await patchUnchanged(
    SitePlan.query(trx).findById(siteId),
    { version: input.version },
    { version: newVersion(), modifiedAt: fn.now(), modifiedBy: actor.userId },
  )
  if (!unchanged) {
    const { modifiedAt, modifier } = await SitePlan.query(trx)
      .findById(siteId)
      .withGraphFetched('modifier')
      .throwIfNotFound()
    return refuse('plan-changed', { by: modifier?.shownName ?? '–', at: modifiedAt.toISOString() })
  }
  const devices = [...new Map(input.devices.map((device) => [device.id, device])).values()]
  if (!(await allAtSite(trx, siteId, devices))) return refuse('device-not-at-site')
  if (backgroundId && !(await isPictureOf(trx, siteId, backgroundId))) return refuse('picture-not-of-site')
  await placeDevices(trx, devices, actor.userId)
  if (backgroundId !== undefined) await SitePlan.query(trx).findById(siteId).patch({ backgroundId })
  const plan = await planChange(trx, siteId)
  await publish(trx, [plan], fact('sites.planSaved', { siteId }))
  return { version: plan.version }
})

async function allAtSite(trx: Knex.Transaction, siteId: number, devices: Placed): Promise<boolean> {
  const ids = devices.map(({ id }) => id)
  return (await Device.query(trx).findByIds(ids).where('site_id', siteId).modify('inUse').resultSize()) === ids.length
}

/** Locked until commit, so that it is not deleted meanwhile. */
async function isPictureOf(trx: Knex.Transaction, siteId: number, mediaId: string): Promise<boolean> {
  const picture = await Media.query(trx)
    .findOne({ id: mediaId, site_id: siteId, kind: 'picture' })
    .whereNotNull('width')
    .whereNotNull('height')
    .forKeyShare()
  return picture !== undefined
}

/** One statement for all; positions that stay the same are not written. */
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
