import * as control from './control.ts'
import * as insight from './insight.ts'
import * as session from './session.ts'
import * as sites from './sites.ts'

/** Everything that may be said over the socket. Server handlers, the rights matrix and the documentation are made from these three lists. */
export const commands = [session.setLanguage, control.order, insight.acknowledge] as const
export const queries = [
  session.activeAnnouncements,
  session.myProducts,
  sites.sites,
  sites.site,
  sites.zones,
  insight.history,
] as const
export const watches = [session.sessionMe, control.devices, insight.malfunctions, insight.device] as const
