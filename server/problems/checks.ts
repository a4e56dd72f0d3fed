import type { ProblemKind } from '../../contract/problems.ts'
import { barrierElsewhere } from './kinds/barrier-elsewhere.ts'
import { blockedWithReservation } from './kinds/blocked-with-reservation.ts'
import { commandWithoutEnd } from './kinds/command-without-end.ts'
import { deactivatedWithReservation } from './kinds/deactivated-with-reservation.ts'
import { deviceMoved } from './kinds/device-moved.ts'
import { gatewayElsewhere } from './kinds/gateway-elsewhere.ts'
import { gatewayWithoutSite } from './kinds/gateway-without-site.ts'
import { hardwareIdTwice } from './kinds/hardware-id-twice.ts'
import { licenceOver } from './kinds/licence-over.ts'
import { locationDiffers } from './kinds/location-differs.ts'
import { managerWithoutCompany } from './kinds/manager-without-company.ts'
import { managerWithoutZone } from './kinds/manager-without-zone.ts'
import { missingRefund } from './kinds/missing-refund.ts'
import { neverSeen } from './kinds/never-seen.ts'
import { overlap } from './kinds/overlap.ts'
import { refundStuck } from './kinds/refund-stuck.ts'
import { retiredReserved } from './kinds/retired-reserved.ts'
import { runningInMaintenance } from './kinds/running-in-maintenance.ts'
import { siteWithoutAccessTime } from './kinds/site-without-access-time.ts'
import { siteWithoutLocation } from './kinds/site-without-location.ts'
import { siteWithoutZone } from './kinds/site-without-zone.ts'
import { staleHold } from './kinds/stale-hold.ts'
import { strayChild } from './kinds/stray-child.ts'
import { unsettledPayment } from './kinds/unsettled-payment.ts'
import { withoutPerson } from './kinds/without-person.ts'
import type { ProblemCheck } from './problem-check.ts'

/** How each kind of problem is found and mended. */
export const checks: Readonly<Record<ProblemKind, ProblemCheck>> = {
  'barrier-elsewhere': barrierElsewhere,
  'blocked-with-reservation': blockedWithReservation,
  'command-without-end': commandWithoutEnd,
  'deactivated-with-reservation': deactivatedWithReservation,
  'device-moved': deviceMoved,
  'gateway-elsewhere': gatewayElsewhere,
  'gateway-without-site': gatewayWithoutSite,
  'hardware-id-twice': hardwareIdTwice,
  'licence-over': licenceOver,
  'location-differs': locationDiffers,
  'manager-without-company': managerWithoutCompany,
  'manager-without-zone': managerWithoutZone,
  'missing-refund': missingRefund,
  'never-seen': neverSeen,
  overlap,
  'refund-stuck': refundStuck,
  'retired-reserved': retiredReserved,
  'running-in-maintenance': runningInMaintenance,
  'site-without-access-time': siteWithoutAccessTime,
  'site-without-location': siteWithoutLocation,
  'site-without-zone': siteWithoutZone,
  'stale-hold': staleHold,
  'stray-child': strayChild,
  'unsettled-payment': unsettledPayment,
  'without-person': withoutPerson,
}
