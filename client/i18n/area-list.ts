// Written by `npm run texts`. Do not edit.
import type barriers from './barriers/en.json'
import type { Params as barriersParams } from './barriers/params.ts'
import type booking from './booking/en.json'
import type { Params as bookingParams } from './booking/params.ts'
import type bookings from './bookings/en.json'
import type { Params as bookingsParams } from './bookings/params.ts'
import type bulk from './bulk/en.json'
import type { Params as bulkParams } from './bulk/params.ts'
import type codes from './codes/en.json'
import type { Params as codesParams } from './codes/params.ts'
import type commandLog from './command-log/en.json'
import type { Params as commandLogParams } from './command-log/params.ts'
import type common from './common/en.json'
import type { Params as commonParams } from './common/params.ts'
import type consequences from './consequences/en.json'
import type { Params as consequencesParams } from './consequences/params.ts'
import type control from './control/en.json'
import type { Params as controlParams } from './control/params.ts'
import type credit from './credit/en.json'
import type { Params as creditParams } from './credit/params.ts'
import type deviceAccessMethods from './device-access-methods/en.json'
import type { Params as deviceAccessMethodsParams } from './device-access-methods/params.ts'
import type deviceAdmin from './device-admin/en.json'
import type { Params as deviceAdminParams } from './device-admin/params.ts'
import type deviceTypes from './device-types/en.json'
import type { Params as deviceTypesParams } from './device-types/params.ts'
import type devices from './devices/en.json'
import type { Params as devicesParams } from './devices/params.ts'
import type displacement from './displacement/en.json'
import type { Params as displacementParams } from './displacement/params.ts'
import type events from './events/en.json'
import type { Params as eventsParams } from './events/params.ts'
import type forms from './forms/en.json'
import type { Params as formsParams } from './forms/params.ts'
import type gallery from './gallery/en.json'
import type { Params as galleryParams } from './gallery/params.ts'
import type gateways from './gateways/en.json'
import type { Params as gatewaysParams } from './gateways/params.ts'
import type guest from './guest/en.json'
import type { Params as guestParams } from './guest/params.ts'
import type help from './help/en.json'
import type { Params as helpParams } from './help/params.ts'
import type history from './history/en.json'
import type { Params as historyParams } from './history/params.ts'
import type home from './home/en.json'
import type { Params as homeParams } from './home/params.ts'
import type icons from './icons/en.json'
import type { Params as iconsParams } from './icons/params.ts'
import type imports from './imports/en.json'
import type { Params as importsParams } from './imports/params.ts'
import type insight from './insight/en.json'
import type { Params as insightParams } from './insight/params.ts'
import type invitations from './invitations/en.json'
import type { Params as invitationsParams } from './invitations/params.ts'
import type issues from './issues/en.json'
import type { Params as issuesParams } from './issues/params.ts'
import type legal from './legal/en.json'
import type { Params as legalParams } from './legal/params.ts'
import type lists from './lists/en.json'
import type { Params as listsParams } from './lists/params.ts'
import type locations from './locations/en.json'
import type { Params as locationsParams } from './locations/params.ts'
import type logs from './logs/en.json'
import type { Params as logsParams } from './logs/params.ts'
import type maintenance from './maintenance/en.json'
import type { Params as maintenanceParams } from './maintenance/params.ts'
import type map from './map/en.json'
import type { Params as mapParams } from './map/params.ts'
import type messages from './messages/en.json'
import type { Params as messagesParams } from './messages/params.ts'
import type oidc from './oidc/en.json'
import type { Params as oidcParams } from './oidc/params.ts'
import type open from './open/en.json'
import type { Params as openParams } from './open/params.ts'
import type operation from './operation/en.json'
import type { Params as operationParams } from './operation/params.ts'
import type overview from './overview/en.json'
import type { Params as overviewParams } from './overview/params.ts'
import type password from './password/en.json'
import type { Params as passwordParams } from './password/params.ts'
import type pictures from './pictures/en.json'
import type { Params as picturesParams } from './pictures/params.ts'
import type plan from './plan/en.json'
import type { Params as planParams } from './plan/params.ts'
import type products from './products/en.json'
import type { Params as productsParams } from './products/params.ts'
import type profile from './profile/en.json'
import type { Params as profileParams } from './profile/params.ts'
import type providers from './providers/en.json'
import type { Params as providersParams } from './providers/params.ts'
import type remote from './remote/en.json'
import type { Params as remoteParams } from './remote/params.ts'
import type reservations from './reservations/en.json'
import type { Params as reservationsParams } from './reservations/params.ts'
import type roles from './roles/en.json'
import type { Params as rolesParams } from './roles/params.ts'
import type security from './security/en.json'
import type { Params as securityParams } from './security/params.ts'
import type session from './session/en.json'
import type { Params as sessionParams } from './session/params.ts'
import type setup from './setup/en.json'
import type { Params as setupParams } from './setup/params.ts'
import type shell from './shell/en.json'
import type { Params as shellParams } from './shell/params.ts'
import type sites from './sites/en.json'
import type { Params as sitesParams } from './sites/params.ts'
import type statistics from './statistics/en.json'
import type { Params as statisticsParams } from './statistics/params.ts'
import type tariffs from './tariffs/en.json'
import type { Params as tariffsParams } from './tariffs/params.ts'
import type tenants from './tenants/en.json'
import type { Params as tenantsParams } from './tenants/params.ts'
import type timeMachine from './time-machine/en.json'
import type { Params as timeMachineParams } from './time-machine/params.ts'
import type ui from './ui/en.json'
import type { Params as uiParams } from './ui/params.ts'
import type university from './university/en.json'
import type { Params as universityParams } from './university/params.ts'
import type zones from './zones/en.json'
import type { Params as zonesParams } from './zones/params.ts'

/** The texts of each area. */
export interface Areas {
  barriers: typeof barriers
  booking: typeof booking
  bookings: typeof bookings
  bulk: typeof bulk
  codes: typeof codes
  'command-log': typeof commandLog
  common: typeof common
  consequences: typeof consequences
  control: typeof control
  credit: typeof credit
  'device-access-methods': typeof deviceAccessMethods
  'device-admin': typeof deviceAdmin
  'device-types': typeof deviceTypes
  devices: typeof devices
  displacement: typeof displacement
  events: typeof events
  forms: typeof forms
  gallery: typeof gallery
  gateways: typeof gateways
  guest: typeof guest
  help: typeof help
  history: typeof history
  home: typeof home
  icons: typeof icons
  imports: typeof imports
  insight: typeof insight
  invitations: typeof invitations
  issues: typeof issues
  legal: typeof legal
  lists: typeof lists
  locations: typeof locations
  logs: typeof logs
  maintenance: typeof maintenance
  map: typeof map
  messages: typeof messages
  oidc: typeof oidc
  open: typeof open
  operation: typeof operation
  overview: typeof overview
  password: typeof password
  pictures: typeof pictures
  plan: typeof plan
  products: typeof products
  profile: typeof profile
  providers: typeof providers
  remote: typeof remote
  reservations: typeof reservations
  roles: typeof roles
  security: typeof security
  session: typeof session
  setup: typeof setup
  shell: typeof shell
  sites: typeof sites
  statistics: typeof statistics
  tariffs: typeof tariffs
  tenants: typeof tenants
  'time-machine': typeof timeMachine
  ui: typeof ui
  university: typeof university
  zones: typeof zones
}

/** The parameters of the texts of each area. */
export interface AreaParams {
  barriers: barriersParams
  booking: bookingParams
  bookings: bookingsParams
  bulk: bulkParams
  codes: codesParams
  'command-log': commandLogParams
  common: commonParams
  consequences: consequencesParams
  control: controlParams
  credit: creditParams
  'device-access-methods': deviceAccessMethodsParams
  'device-admin': deviceAdminParams
  'device-types': deviceTypesParams
  devices: devicesParams
  displacement: displacementParams
  events: eventsParams
  forms: formsParams
  gallery: galleryParams
  gateways: gatewaysParams
  guest: guestParams
  help: helpParams
  history: historyParams
  home: homeParams
  icons: iconsParams
  imports: importsParams
  insight: insightParams
  invitations: invitationsParams
  issues: issuesParams
  legal: legalParams
  lists: listsParams
  locations: locationsParams
  logs: logsParams
  maintenance: maintenanceParams
  map: mapParams
  messages: messagesParams
  oidc: oidcParams
  open: openParams
  operation: operationParams
  overview: overviewParams
  password: passwordParams
  pictures: picturesParams
  plan: planParams
  products: productsParams
  profile: profileParams
  providers: providersParams
  remote: remoteParams
  reservations: reservationsParams
  roles: rolesParams
  security: securityParams
  session: sessionParams
  setup: setupParams
  shell: shellParams
  sites: sitesParams
  statistics: statisticsParams
  tariffs: tariffsParams
  tenants: tenantsParams
  'time-machine': timeMachineParams
  ui: uiParams
  university: universityParams
  zones: zonesParams
}
