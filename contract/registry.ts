import * as access from './access.ts'
import * as own from './control/own.ts'
import * as control from './control.ts'
import * as deviceTypes from './device-types.ts'
import * as devices from './devices/admin.ts'
import * as insight from './insight.ts'
import * as maintenance from './maintenance.ts'
import * as notices from './messages.ts'
import * as operation from './operation.ts'
import * as payments from './payments.ts'
import * as profile from './people.ts'
import * as booking from './reservations/book.ts'
import * as reservations from './reservations.ts'
import * as session from './session.ts'
import * as plan from './sites/plan.ts'
import * as timeMachine from './sites/timeline.ts'
import * as sites from './sites.ts'
import * as statistics from './statistics.ts'

/** Everything that may be said over the socket. Server handlers, the rights matrix and the documentation are made from these three lists. */
export const commands = [
  session.setLanguage,
  profile.changeNotificationSettings,
  notices.resend,
  control.order,
  control.orderMany,
  control.emergency,
  own.operate,
  own.operateAsGuest,
  own.settle,
  own.settleAsGuest,
  own.arrive,
  own.allowAutomatic,
  plan.savePlan,
  plan.deleteMedia,
  devices.addDevice,
  devices.editDevice,
  devices.removeDevice,
  devices.addBarrier,
  devices.editBarrier,
  devices.removeBarrier,
  deviceTypes.saveFieldMap,
  insight.acknowledge,
  maintenance.set,
  maintenance.revoke,
  insight.assign,
  insight.comment,
  booking.hold,
  booking.amend,
  booking.abandon,
  booking.finalize,
  reservations.edit,
  reservations.cancel,
  reservations.changeDevice,
  reservations.extend,
  reservations.share,
  reservations.revokeShare,
  reservations.reserveRemotely,
  reservations.repairRefund,
  payments.topUp,
  access.addCode,
  access.removeCode,
  access.createCode,
  access.deleteCode,
  access.acceptSiteDocuments,
  operation.setRetention,
  operation.deleteNow,
] as const
export const queries = [
  session.activeAnnouncements,
  session.myProducts,
  profile.notificationSettings,
  notices.list,
  notices.read,
  sites.sites,
  sites.site,
  sites.zones,
  timeMachine.timeline,
  insight.history,
  maintenance.preview,
  maintenance.affected,
  insight.assignees,
  insight.pastMalfunctions,
  statistics.sensorHistory,
  statistics.statistics,
  devices.deviceProblems,
  deviceTypes.list,
  control.ledger,
  control.ledgerOrder,
  control.accessEvents,
  own.qrCode,
  own.qrCodeAsGuest,
  plan.media,
  booking.search,
  booking.places,
  reservations.alternatives,
  reservations.extension,
  reservations.list,
  reservations.personal,
  reservations.history,
  reservations.calendar,
  reservations.problems,
  reservations.accessTimes,
  payments.options,
  payments.transactions,
  access.privateZones,
  access.codes,
  access.codeZones,
  access.blocks,
  access.siteDocuments,
  operation.storage,
  operation.retentionPreview,
  operation.retentionRuns,
  operation.processes,
] as const
export const watches = [
  session.sessionMe,
  control.devices,
  own.ownAccess,
  own.guestAccess,
  plan.plan,
  insight.malfunctions,
  insight.device,
  maintenance.periods,
  insight.incident,
  booking.claims,
  reservations.mine,
  reservations.reservation,
  reservations.booking,
  payments.mine,
  notices.counts,
] as const
