import type { PlanView } from '../../../contract/sites/plan.ts'

/** An empty plan of 60 by 40 metres, with overrides. */
export function planOf(facts: Partial<PlanView> = {}): PlanView {
  return {
    siteId: 1,
    siteName: 'Bahnhof',
    timeZone: 'Europe/Berlin',
    version: 0,
    lengthMm: 60_000,
    widthMm: 40_000,
    corners: { upperLeft: null, upperRight: null, lowerLeft: null, lowerRight: null },
    background: null,
    devices: [],
    modifiedAt: null,
    modifiedBy: null,
    ...facts,
  }
}
