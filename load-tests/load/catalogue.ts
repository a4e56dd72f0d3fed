import { dashboardFanout } from './dashboard-fanout.ts'
import { lastPlaces } from './last-places.ts'
import { mixed } from './mixed.ts'
import { morningRush } from './morning-rush.ts'
import { reconnectStorm } from './reconnect-storm.ts'
import type { Scenario } from './scenario.ts'
import { telemetryHttp, telemetryLink } from './telemetry.ts'

/** Every scenario of `npm run load`, in the order in which `all` plays them. */
export const scenarios: readonly Scenario[] = [
  lastPlaces,
  morningRush,
  telemetryHttp,
  telemetryLink,
  dashboardFanout,
  reconnectStorm,
  mixed,
]
