import type { DeviceView } from '../../../contract/devices.ts'
import type { PlanLive } from './SiteScreen.tsx'

/** What is known of a device now; for things that are done once, not for what is drawn. */
export function deviceRow(live: Pick<PlanLive, 'view'>, id: number): DeviceView | null {
  return live.view.row('device', id)?.view ?? null
}
