import type { DeviceView } from '../../contract/devices.ts'
import type { plan } from '../../contract/sites/plan.ts'
import type { Live } from '../stores/use-watch.ts'

/** The plan of one site with its devices, live. */
export type PlanLive = Live<(typeof plan)['kinds'][number]>

/** Current knowledge of a device; for one-off actions, not for drawing. */
export function deviceRow(live: Pick<PlanLive, 'view'>, id: number): DeviceView | null {
  return live.view.row('device', id)?.view ?? null
}
