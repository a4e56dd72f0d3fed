import acceptSiteDocuments from './access/accept-site-documents.ts'
import addCode from './access/add-code.ts'
import blocks from './access/blocks.ts'
import codeZones from './access/code-zones.ts'
import codes from './access/codes.ts'
import createCode from './access/create-code.ts'
import deleteCode from './access/delete-code.ts'
import privateZones from './access/private-zones.ts'
import removeCode from './access/remove-code.ts'
import siteDocuments from './access/site-documents.ts'
import barriersAdd from './barriers/add.ts'
import barriersEdit from './barriers/edit.ts'
import barriersRemove from './barriers/remove.ts'
import controlAccess from './control/access.ts'
import controlAccessEvents from './control/access-events.ts'
import controlAllowAutomatic from './control/allow-automatic.ts'
import controlArrive from './control/arrive.ts'
import controlSettle from './control/command-outcome.ts'
import controlSettleAsGuest from './control/command-outcome-as-guest.ts'
import controlDevices from './control/devices.ts'
import controlEmergency from './control/emergency.ts'
import controlGuestAccess from './control/guest-access.ts'
import controlLedger from './control/ledger.ts'
import controlLedgerOrder from './control/ledger-order.ts'
import controlOperate from './control/operate.ts'
import controlOperateAsGuest from './control/operate-as-guest.ts'
import controlOrder from './control/order.ts'
import controlOrderMany from './control/order-many.ts'
import controlQrCode from './control/qr-code.ts'
import controlQrCodeAsGuest from './control/qr-code-as-guest.ts'
import deviceTypesList from './device-types/list.ts'
import saveFieldMap from './device-types/save-field-map.ts'
import devicesAdd from './devices/add.ts'
import devicesEdit from './devices/edit.ts'
import devicesProblems from './devices/problems.ts'
import devicesRemove from './devices/remove.ts'
import insightAcknowledge from './insight/acknowledge.ts'
import insightAssign from './insight/assign.ts'
import insightAssignees from './insight/assignees.ts'
import insightComment from './insight/comment.ts'
import insightDevice from './insight/device.ts'
import insightHistory from './insight/history.ts'
import insightIncident from './insight/incident.ts'
import insightMalfunctions from './insight/malfunctions.ts'
import insightPast from './insight/past-malfunctions.ts'
import { collect, type Handlers } from './kernel/bus/handlers.ts'
import maintenanceAffected from './maintenance/affected.ts'
import maintenancePeriods from './maintenance/periods.ts'
import maintenancePreview from './maintenance/preview.ts'
import maintenanceRevoke from './maintenance/revoke.ts'
import maintenanceSet from './maintenance/set.ts'
import activeAnnouncements from './messages/active-announcements.ts'
import noticeCounts from './messages/counts.ts'
import noticesList from './messages/list.ts'
import noticesRead from './messages/read.ts'
import noticesResend from './messages/resend.ts'
import operationDeleteNow from './operation/delete-now.ts'
import operationProcesses from './operation/processes.ts'
import operationPreview from './operation/retention-preview.ts'
import operationRuns from './operation/retention-runs.ts'
import operationSet from './operation/set-retention.ts'
import operationStorage from './operation/storage.ts'
import paymentsMine from './payments/mine.ts'
import paymentOptions from './payments/options.ts'
import topUp from './payments/top-up.ts'
import paymentTransactions from './payments/transactions.ts'
import changeNotificationSettings from './people/change-notification-settings.ts'
import notificationSettings from './people/notification-settings.ts'
import setLanguage from './people/set-language.ts'
import reservationsAbandon from './reservations/abandon.ts'
import reservationsAccessTimes from './reservations/access-times.ts'
import reservationsAlternatives from './reservations/alternatives.ts'
import reservationsAmend from './reservations/amend.ts'
import reservationsBooking from './reservations/booking.ts'
import reservationsCalendar from './reservations/calendar.ts'
import reservationsCancel from './reservations/cancel.ts'
import reservationsChangeDevice from './reservations/change-device.ts'
import reservationsClaims from './reservations/claims.ts'
import reservationsEdit from './reservations/edit.ts'
import reservationsExtend from './reservations/extend.ts'
import reservationsExtension from './reservations/extension.ts'
import reservationsFinalize from './reservations/finalize.ts'
import reservationsHistory from './reservations/history.ts'
import reservationsHold from './reservations/hold.ts'
import reservationsList from './reservations/list.ts'
import reservationsMine from './reservations/mine.ts'
import reservationsOne from './reservations/one.ts'
import reservationsPersonal from './reservations/personal.ts'
import reservationsPlaces from './reservations/places.ts'
import reservationsProblems from './reservations/problems.ts'
import reservationsRepairRefund from './reservations/repair-refund.ts'
import reservationsReserveRemotely from './reservations/reserve-remotely.ts'
import reservationsRevokeShare from './reservations/revoke-share.ts'
import reservationsSearch from './reservations/search.ts'
import reservationsShare from './reservations/share.ts'
import sessionMe from './session/me.ts'
import myProducts from './session/my-products.ts'
import sitesDeleteMedia from './sites/delete-media.ts'
import siteGet from './sites/get.ts'
import sitesList from './sites/list.ts'
import sitesMedia from './sites/media.ts'
import sitesPlan from './sites/plan.ts'
import sitesSavePlan from './sites/save-plan.ts'
import sitesTimeline from './sites/timeline.ts'
import sitesZones from './sites/zones.ts'
import statisticsFigures from './statistics/figures.ts'
import statisticsSensors from './statistics/sensors.ts'

/** Every handler of the server; must match the contract's registry to the name. */
export function registry(): Handlers {
  return collect({
    commands: [
      topUp,
      addCode,
      removeCode,
      createCode,
      deleteCode,
      acceptSiteDocuments,
      setLanguage,
      changeNotificationSettings,
      noticesResend,
      controlOrder,
      controlOperate,
      controlOperateAsGuest,
      controlSettle,
      controlSettleAsGuest,
      controlAllowAutomatic,
      controlArrive,
      controlOrderMany,
      controlEmergency,
      devicesAdd,
      devicesEdit,
      devicesRemove,
      barriersAdd,
      barriersEdit,
      barriersRemove,
      saveFieldMap,
      insightAcknowledge,
      maintenanceSet,
      maintenanceRevoke,
      insightAssign,
      insightComment,
      reservationsHold,
      reservationsAmend,
      reservationsAbandon,
      reservationsFinalize,
      reservationsEdit,
      reservationsCancel,
      reservationsChangeDevice,
      reservationsExtend,
      reservationsShare,
      reservationsRevokeShare,
      reservationsReserveRemotely,
      reservationsRepairRefund,
      sitesSavePlan,
      sitesDeleteMedia,
      operationSet,
      operationDeleteNow,
    ],
    queries: [
      paymentOptions,
      paymentTransactions,
      privateZones,
      codes,
      codeZones,
      blocks,
      siteDocuments,
      controlQrCode,
      controlQrCodeAsGuest,
      activeAnnouncements,
      notificationSettings,
      noticesList,
      noticesRead,
      myProducts,
      sitesList,
      siteGet,
      sitesZones,
      sitesTimeline,
      sitesMedia,
      devicesProblems,
      deviceTypesList,
      controlLedger,
      controlLedgerOrder,
      controlAccessEvents,
      insightHistory,
      maintenancePreview,
      maintenanceAffected,
      insightAssignees,
      insightPast,
      statisticsSensors,
      statisticsFigures,
      reservationsSearch,
      reservationsPlaces,
      reservationsAccessTimes,
      reservationsAlternatives,
      reservationsExtension,
      reservationsList,
      reservationsPersonal,
      reservationsHistory,
      reservationsCalendar,
      reservationsProblems,
      operationStorage,
      operationPreview,
      operationRuns,
      operationProcesses,
    ],
    watches: [
      paymentsMine,
      noticeCounts,
      sessionMe,
      controlDevices,
      controlAccess,
      controlGuestAccess,
      sitesPlan,
      insightMalfunctions,
      insightDevice,
      maintenancePeriods,
      insightIncident,
      reservationsClaims,
      reservationsMine,
      reservationsOne,
      reservationsBooking,
    ],
  })
}
