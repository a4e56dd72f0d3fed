import { dashboardFanout } from './dashboard-fanout.ts'
import { lastPlaces } from './last-places.ts'
import { mixed } from './mixed.ts'
import { morningRush } from './morning-rush.ts'
import { reconnectStorm } from './reconnect-storm.ts'
import type { Scenario } from './scenario.ts'
import { telemetryHttp, telemetryLink } from './telemetry.ts'

/** Scenarios of `npm run load`, in the order of `all`. */
export const scenarios: readonly Scenario[] = [
  lastPlaces,
  morningRush,
  telemetryHttp,
  telemetryLink,
  dashboardFanout,
  reconnectStorm,
  mixed,
]
