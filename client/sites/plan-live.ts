import type { DeviceView } from '../../contract/devices.ts'
import type { plan } from '../../contract/sites/plan.ts'
import type { Live } from '../stores/use-watch.ts'

/** The plan of one site with its devices, live. */
export type PlanLive = Live<(typeof plan)['kinds'][number]>

/** What is known of a device now; for things that are done once, not for what is drawn. */
export function deviceRow(live: Pick<PlanLive, 'view'>, id: number): DeviceView | null {
  return live.view.row('device', id)?.view ?? null
}
