import { acceptSiteDocuments, addCode, privateZones, removeCode, siteDocuments } from '../../contract/access.ts'
import * as barriers from '../../contract/barriers.ts'
import * as codes from '../../contract/codes.ts'
import * as devices from '../../contract/devices/admin.ts'
import * as events from '../../contract/events.ts'
import { type Access, type Feature, operatorFeatures as operators } from '../../contract/features.ts'
import * as gateways from '../../contract/gateways.ts'
import { contacts } from '../../contract/help.ts'
import * as invitations from '../../contract/invitations.ts'
import type { CommandDef, QueryDef } from '../../contract/kit.ts'
import * as locations from '../../contract/locations.ts'
import * as logs from '../../contract/logs.ts'
import * as media from '../../contract/media.ts'
import { activeAnnouncements } from '../../contract/messages.ts'
import { changeNotificationSettings, notificationSettings } from '../../contract/people.ts'
import * as problems from '../../contract/problems.ts'
import * as products from '../../contract/products.ts'
import * as profile from '../../contract/profile.ts'
import { finalize, hold, places, search } from '../../contract/reservations/book.ts'
import { accessTimes, history, list, personal } from '../../contract/reservations.ts'
import { myProducts, setLanguage } from '../../contract/session.ts'
import * as sitesAdmin from '../../contract/sites/admin.ts'
import { zones as dashboard, site, sites } from '../../contract/sites.ts'
import * as tenants from '../../contract/tenants.ts'
import * as university from '../../contract/university.ts'
import * as zones from '../../contract/zones.ts'
import type { CallFunction } from '../http/call.ts'
import { getAppConfig } from './app-config.ts'
import { getAccessTimes, getAvailability, getAvailabilityOfSite, getPlaces } from './availability.ts'
import { getAccountBalance } from './balance.ts'
import { getCodes, getCodesByTenant, getVisitorPrivateZones, postVisitorCode, postVisitorCodeDelete } from './codes.ts'
import { getContacts } from './contacts.ts'
import {
  deleteBarrier,
  deleteDevice,
  patchBarrier,
  patchBarrierAdd,
  postDevice,
  postDeviceEdit,
} from './device-admin.ts'
import { patchDevice } from './device-patch.ts'
import { deviceReaders, getSiteDevices } from './devices.ts'
import { getEvents, patchEvent, postEvent, postEventSoftDelete } from './events.ts'
import { deleteGateway, getGateways, patchGateway, postGateway } from './gateways.ts'
import { getExport, getImportErrors, getImportTemplate, postImport } from './imports.ts'
import { getInvitedEmail, postMigrateToRm, postRemoveRm, postRmInvitation } from './invitations.ts'
import { getListCsv } from './list-csv.ts'
import { deleteLocation, getLocations, patchLocation, postLocation } from './locations.ts'
import { postLogin } from './login.ts'
import { getDatabaseLogs } from './logs.ts'
import { deleteMedia, getDeviceMedia, getLocationMedia, getMediaFile, getSiteMedia, postMedia } from './media.ts'
import { getNotificationSettings, postNotificationSettings } from './notification-settings.ts'
import { postOidcConfirm, postOidcFinish, postOidcStart, postOidcTest, postPrepareTuAuthorize } from './oidc.ts'
import { postPasswordReset, postPasswordResetRequest } from './password-reset.ts'
import { getDeviceProblems, getReservationProblems, getUserProblems } from './problems.ts'
import { getProducts, patchProduct } from './products.ts'
import {
  getProfile,
  getRmContactInformation,
  patchProfile,
  postEmailChange,
  postPasswordChange,
  putRmContactInformation,
} from './profile.ts'
import { getUserEmailWithRegisterToken, postRegister, postRegisterConfirm, postRegisterRenew } from './registration.ts'
import { patchRemoteReservation, postRemoteCancel } from './remote-reservations.ts'
import { postFinalize, postReservation } from './reservation-booking.ts'
import {
  getMyReservations,
  getPersonalReservations,
  getReservationHistory,
  getReservations,
  getReservationsByNumber,
  getUserReservations,
} from './reservation-lists.ts'
import { eitherSide, getReservation } from './reservation-one.ts'
import { patchReservation } from './reservation-patch.ts'
import { getReservationSummary } from './reservations.ts'
import { postSetup } from './setup.ts'
import {
  postConfirmIdentity,
  postConfirmOptions,
  postPasskey,
  postPasskeyOptions,
  postSecondFactor,
  postSetUpFactor,
  postSetUpFactorConfirm,
} from './sign-in.ts'
import { patchSite, postSite } from './site-admin.ts'
import { getSiteDocuments, getSiteDocumentsAccepted, patchSiteDocumentsAccepted } from './site-documents.ts'
import { getSite, getSites, getZoneSites, getZonesDashboard } from './sites.ts'
import { deleteTenant, getTenantSites, getTenants, patchTenant, postTenant, postTenantIdFromPrefix } from './tenants.ts'
import { deleteUniversityLink, getUniversityStatus } from './university.ts'
import { getActiveAnnouncements, getMyProducts, postLogout, putLanguage } from './users.ts'
import { deleteZone, getZones, patchZone, postZone } from './zones.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** jsonapi: JSON:API in and out; json: plain JSON; form: multipart in; file: a download. Errors are JSON:API always. */
export type Shape = 'jsonapi' | 'json' | 'form' | 'file'

export interface Route {
  readonly method: Method
  readonly path: string
  readonly shape: Shape
  readonly access: Access
  /** The command or query of the bus, or the function at the edge, that handles it. */
  readonly answeredBy: string
  /** Null = reserved for a later version: 501 call-not-available. */
  readonly call: CallFunction | null
  /** Skips the fair queue of database calls: it waits mostly for something else (an upload, a password, a third party), or needs no database. */
  readonly aside?: true
}

type Served = Pick<CommandDef | QueryDef, 'kind' | 'name' | 'access'>

/** Returns a call that a command or query of the bus handles. */
function bus(method: Method, path: string, shape: Shape, { kind, name, access }: Served, call: CallFunction): Route {
  return { method, path, shape, access, answeredBy: `${kind} ${name}`, call }
}
function own(method: Method, path: string, shape: Shape, access: Access, call: CallFunction): Route {
  return { method, path, shape, access, answeredBy: call.name, call }
}
function later(method: Method, path: string, shape: Shape, access: Access): Route {
  return { method, path, shape, access, answeredBy: 'later', call: null }
}
const aside = (route: Route): Route => ({ ...route, aside: true })

const admins: readonly Feature[] = ['BASIC_ADM']
const visitors: readonly Feature[] = ['BASIC_VIS']
const blockers: readonly Feature[] = ['BLOCK_USERS', 'BASIC_ADM']

/** Every call, one line each, in the order of the specification; the first matching path wins. docs/http-calls.md is generated from it. */
export const routes: readonly Route[] = [
  // Session and users
  aside(own('post', '/users/login', 'jsonapi', 'public', postLogin)),
  own('post', '/users/login/passkey/options', 'json', 'public', postPasskeyOptions),
  own('post', '/users/login/passkey', 'jsonapi', 'public', postPasskey),
  own('post', '/users/login/second-factor', 'jsonapi', 'public', postSecondFactor),
  own('post', '/users/login/set-up-factor', 'json', 'public', postSetUpFactor),
  own('post', '/users/login/set-up-factor/confirm', 'jsonapi', 'public', postSetUpFactorConfirm),
  own('post', '/users/confirm-identity/passkey-options', 'json', 'session', postConfirmOptions),
  aside(own('post', '/users/confirm-identity', 'json', 'session', postConfirmIdentity)),
  own('post', '/users/logout', 'jsonapi', 'public', postLogout),
  bus('get', '/users/me/products', 'jsonapi', myProducts, getMyProducts),
  bus('put', '/users/setLanguage', 'json', setLanguage, putLanguage),
  aside(own('post', '/users/register', 'json', 'public', postRegister)),
  aside(own('post', '/users/register_confirm', 'json', 'public', postRegisterConfirm)),
  own('post', '/users/register_renew', 'json', 'public', postRegisterRenew),
  own('post', '/users/password_reset_request', 'json', 'public', postPasswordResetRequest),
  aside(own('post', '/users/password_reset', 'json', 'public', postPasswordReset)),
  bus('get', '/users/profile', 'jsonapi', profile.read, getProfile),
  bus('patch', '/users/profile', 'jsonapi', profile.change, patchProfile),
  own('get', '/users/getAccountBalanceForCurrentUser', 'json', 'session', getAccountBalance),
  bus('get', '/users/getUserEmailFromInvitationToken/:token', 'json', invitations.byToken, getInvitedEmail),
  aside(own('post', '/users/migrate_to_rm', 'json', 'public', postMigrateToRm)),
  own('get', '/users/getUserEmailWithRegisterToken', 'json', 'public', getUserEmailWithRegisterToken),
  bus('get', '/users/getRMContactInformation/:id', 'json', profile.rmContact, getRmContactInformation),
  bus('put', '/users/updateRMContactInformation/:id', 'json', profile.changeRmContact, putRmContactInformation),
  bus('get', '/notificationSettings/update', 'json', notificationSettings, getNotificationSettings),
  bus('post', '/notificationSettings/update', 'json', changeNotificationSettings, postNotificationSettings),
  later('get', '/users', 'jsonapi', operators),
  later('post', '/users/add', 'json', operators),
  later('patch', '/users/edit/:id', 'jsonapi', operators),
  later('delete', '/users/delete/:id', 'json', operators),
  bus('post', '/users/rm_invitation', 'json', invitations.invite, postRmInvitation),
  bus('post', '/users/remove_rm', 'json', invitations.removeManager, postRemoveRm),
  later('get', '/users/filter_ajax', 'json', operators),
  later('get', '/users/filter_ajax/:query', 'json', operators),
  bus('get', '/users/databaseProblems', 'json', problems.users, getUserProblems),
  bus('get', '/users/checkTuAuthorizationStatus', 'json', university.status, getUniversityStatus),
  bus('delete', '/users/removeTuAuthorization', 'json', university.unlink, deleteUniversityLink),
  bus('get', '/users/me/reservations', 'jsonapi', personal, getMyReservations),
  later('patch', '/users/:id', 'jsonapi', operators),
  aside(own('post', '/codes/prepareTuAuthorize', 'json', visitors, postPrepareTuAuthorize)),
  // Tenants
  bus('get', '/tenants', 'jsonapi', tenants.list, getTenants),
  bus('post', '/tenants/add_ajax', 'json', tenants.add, postTenant),
  bus('patch', '/tenants/edit_ajax/:id', 'json', tenants.edit, patchTenant),
  bus('delete', '/tenants/delete/:id', 'json', tenants.remove, deleteTenant),
  own('post', '/tenants/getTenantIdFromPrefix', 'json', 'public', postTenantIdFromPrefix),
  bus('get', '/tenants/getListofSites', 'json', tenants.sites, getTenantSites),
  // Sites and zones
  bus('get', '/sites', 'jsonapi', sites, getSites),
  bus('get', '/sites/:id', 'jsonapi', site, getSite),
  bus('post', '/sites/add', 'json', sitesAdmin.add, postSite),
  bus('patch', '/sites/edit/:id', 'json', sitesAdmin.edit, patchSite),
  bus('get', '/zones', 'jsonapi', zones.list, getZones),
  bus('get', '/zones/dashboard', 'jsonapi', dashboard, getZonesDashboard),
  bus('post', '/zones/add', 'json', zones.add, postZone),
  bus('patch', '/zones/edit/:id', 'json', zones.edit, patchZone),
  bus('delete', '/zones/delete', 'json', zones.remove, deleteZone),
  own('get', '/zones/:id/sites', 'jsonapi', 'session', getZoneSites),
  // Gateways
  bus('get', '/gateways', 'jsonapi', gateways.list, getGateways),
  bus('post', '/gateways/add', 'json', gateways.add, postGateway),
  bus('patch', '/gateways/edit/:id', 'json', gateways.edit, patchGateway),
  bus('delete', '/gateways/delete/:id', 'json', gateways.remove, deleteGateway),
  // Devices
  own('get', '/sites/:siteId/devices', 'jsonapi', deviceReaders, getSiteDevices),
  bus('post', '/devices/add', 'json', devices.add, postDevice),
  bus('post', '/devices/edit/:id', 'json', devices.edit, postDeviceEdit),
  bus('delete', '/devices/delete/:id', 'json', devices.remove, deleteDevice),
  own('patch', '/devices/:id', 'jsonapi', deviceReaders, patchDevice),
  bus('get', '/devices/databaseProblems', 'json', problems.devices, getDeviceProblems),
  // Barriers
  bus('patch', '/barriers/add', 'json', barriers.add, patchBarrierAdd),
  bus('patch', '/barriers/edit/:id', 'json', barriers.edit, patchBarrier),
  bus('delete', '/barriers/delete/:id', 'json', barriers.remove, deleteBarrier),
  // Locations
  bus('get', '/locations/index_ajax', 'json', locations.list, getLocations),
  bus('post', '/locations/add', 'json', locations.add, postLocation),
  bus('patch', '/locations/edit/:id', 'json', locations.edit, patchLocation),
  bus('delete', '/locations/delete/:id', 'json', locations.remove, deleteLocation),
  // Products
  bus('get', '/products', 'jsonapi', products.list, getProducts),
  bus('patch', '/products/edit/:id', 'json', products.edit, patchProduct),
  // Announcements
  later('get', '/announcements', 'jsonapi', admins),
  bus('get', '/announcements/currentlyActive', 'jsonapi', activeAnnouncements, getActiveAnnouncements),
  later('post', '/announcements/add', 'json', admins),
  later('patch', '/announcements/edit/:id', 'json', admins),
  later('delete', '/announcements/delete/:id', 'json', admins),
  // Events
  bus('get', '/events', 'jsonapi', events.list, getEvents),
  bus('post', '/events/add_ajax', 'json', events.add, postEvent),
  bus('patch', '/events/edit_ajax/:id', 'json', events.edit, patchEvent),
  bus('post', '/events/softDelete', 'json', events.remove, postEventSoftDelete),
  // Documents
  bus('get', '/sites/:id/documents/get-documents', 'json', siteDocuments, getSiteDocuments),
  bus('get', '/sites/:id/documents/has-accepted', 'json', siteDocuments, getSiteDocumentsAccepted),
  bus('patch', '/sites/:id/documents/accept-all', 'json', acceptSiteDocuments, patchSiteDocumentsAccepted),
  later('get', '/documents/index', 'json', admins),
  later('post', '/documents/add', 'form', admins),
  later('patch', '/documents/edit/:id', 'form', admins),
  later('delete', '/documents/delete/:id', 'json', admins),
  later('get', '/documents/has-accepted-global', 'json', 'session'),
  later('patch', '/documents/1/accept', 'json', 'session'),
  later('patch', '/documents/2/accept', 'json', 'session'),
  // Blocked users
  later('get', '/blocked-users', 'jsonapi', blockers),
  later('put', '/blockedUsers/unblock', 'json', blockers),
  later('post', '/blockedUsers/block', 'json', blockers),
  // Codes
  bus('get', '/codes', 'jsonapi', codes.list, getCodes),
  bus('get', '/codes/codesByTenant', 'json', codes.byTenant, getCodesByTenant),
  bus('get', '/codes/visitor_private_zones', 'json', privateZones, getVisitorPrivateZones),
  bus('post', '/codes/visitor_private_code_delete', 'json', removeCode, postVisitorCodeDelete),
  bus('post', '/codes/visitor_add_code', 'json', addCode, postVisitorCode),
  // Reservations; GET /reservations with Accept: text/csv is the report
  own('get', '/reservations', 'jsonapi', eitherSide, getReservations),
  bus('get', '/reservations/personal_index', 'jsonapi', personal, getPersonalReservations),
  bus('get', '/reservations/getUserReservations_ajax/:id', 'json', list, getUserReservations),
  bus('get', '/reservations/getReservationsByNumber_ajax/:number', 'json', list, getReservationsByNumber),
  bus('get', '/reservations/databaseProblems', 'json', problems.reservations, getReservationProblems),
  bus('get', '/reservations/historyWithTransactions', 'jsonapi', history, getReservationHistory),
  own('get', '/reservations/:id', 'jsonapi', eitherSide, getReservation),
  own('patch', '/reservations/:id', 'jsonapi', eitherSide, patchReservation),
  own('get', '/reservation-summaries/:token', 'jsonapi', 'public', getReservationSummary),
  // Invoices
  later('get', '/transactions/getReportFor/:id', 'file', 'session'),
  later('get', '/transactions/:id', 'jsonapi', 'session'),
  // Media
  aside(own('post', '/media', 'form', operators, postMedia)),
  bus('get', '/devices/:id/media', 'jsonapi', media.pictures, getDeviceMedia),
  bus('get', '/sites/:id/media', 'jsonapi', media.pictures, getSiteMedia),
  bus('delete', '/media/:id', 'json', media.remove, deleteMedia),
  // Logs
  bus('get', '/databaseLogs/index', 'json', logs.list, getDatabaseLogs),
  // Not in section 7
  bus('get', '/locations/:id/media', 'jsonapi', media.pictures, getLocationMedia),
  bus('post', '/users/email_change', 'json', profile.confirmEmail, postEmailChange),
  aside(own('post', '/users/change_password', 'json', 'session', postPasswordChange)),
  bus('post', '/reservations', 'jsonapi', hold, postReservation),
  bus('post', '/reservations/:id/finalize', 'jsonapi', finalize, postFinalize),
  own('patch', '/remote-reservations/:token', 'json', 'public', patchRemoteReservation),
  own('post', '/remote-reservations/:token/cancel', 'json', 'public', postRemoteCancel),
  aside(own('get', '/app-config.json', 'json', 'public', getAppConfig)),
  aside(own('post', '/setup', 'json', 'public', postSetup)),
  aside(own('post', '/users/oidc/start', 'json', 'public', postOidcStart)),
  aside(own('post', '/users/oidc/finish', 'json', 'public', postOidcFinish)),
  own('post', '/users/oidc/confirm', 'json', 'session', postOidcConfirm),
  aside(own('post', '/users/oidc/test', 'json', admins, postOidcTest)),
  bus('get', '/availability', 'json', search, getAvailability),
  bus('get', '/availability/:siteId', 'json', places, getAvailabilityOfSite),
  bus('get', '/availability/:siteId/access-times', 'json', accessTimes, getAccessTimes),
  bus('get', '/contacts', 'json', contacts, getContacts),
  own('get', '/lists/:name/csv', 'file', 'session', getListCsv),
  aside(own('post', '/imports', 'form', operators, postImport)),
  own('get', '/imports/:id/errors', 'file', operators, getImportErrors),
  own('get', '/exports/:entity', 'file', operators, getExport),
  own('get', '/exports/:entity/template', 'file', operators, getImportTemplate),
  aside(own('get', '/places', 'json', 'public', getPlaces)),
  aside(own('get', '/media/:id/file', 'file', 'public', getMediaFile)),
]
