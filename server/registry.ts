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
import { collect, type Handlers } from './bus/handlers.ts'
import controlDevices from './control/devices.ts'
import controlOrder from './control/order.ts'
import insightAcknowledge from './insight/acknowledge.ts'
import insightDevice from './insight/device.ts'
import insightHistory from './insight/history.ts'
import insightMalfunctions from './insight/malfunctions.ts'
import activeAnnouncements from './notices/activeAnnouncements.ts'
import paymentsMine from './payments/mine.ts'
import paymentOptions from './payments/options.ts'
import topUp from './payments/top-up.ts'
import paymentTransactions from './payments/transactions.ts'
import setLanguage from './people/setLanguage.ts'
import reservationsAbandon from './reservations/abandon.ts'
import reservationsAccessTimes from './reservations/access-times-of-site.ts'
import reservationsAmend from './reservations/amend.ts'
import reservationsBooking from './reservations/booking.ts'
import reservationsClaims from './reservations/claims.ts'
import reservationsFinalize from './reservations/finalize.ts'
import reservationsHold from './reservations/hold.ts'
import reservationsMine from './reservations/mine.ts'
import reservationsOne from './reservations/one.ts'
import reservationsPlaces from './reservations/places.ts'
import reservationsSearch from './reservations/search.ts'
import sessionMe from './session/me.ts'
import myProducts from './session/myProducts.ts'
import siteGet from './sites/get.ts'
import sitesList from './sites/list.ts'
import sitesZones from './sites/zones.ts'

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
      controlOrder,
      insightAcknowledge,
      reservationsHold,
      reservationsAmend,
      reservationsAbandon,
      reservationsFinalize,
    ],
    queries: [
      paymentOptions,
      paymentTransactions,
      privateZones,
      codes,
      codeZones,
      blocks,
      siteDocuments,
      activeAnnouncements,
      myProducts,
      sitesList,
      siteGet,
      sitesZones,
      insightHistory,
      reservationsSearch,
      reservationsPlaces,
      reservationsAccessTimes,
    ],
    watches: [
      paymentsMine,
      sessionMe,
      controlDevices,
      insightMalfunctions,
      insightDevice,
      reservationsClaims,
      reservationsMine,
      reservationsOne,
      reservationsBooking,
    ],
  })
}
