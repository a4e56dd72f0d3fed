import {
  type Access,
  adminFeatures,
  bookers,
  bookingOperators,
  commandLogReaders,
  type Feature,
  mayAccess,
  operatorFeatures,
  remoteFeatures,
} from './features.ts'

/** The pages with which somebody can start after the login, and who may open each: those of the navigation. */
export const startPages = {
  '/': 'session',
  '/reservations/add': bookers,
  '/reservations/current': bookers,
  '/reserved-parking-lots': bookers,
  '/reservations/history': bookers,
  '/codes': [...bookers, ...operatorFeatures],
  '/malfunctions': operatorFeatures,
  '/smart-remote': remoteFeatures,
  '/reservations': bookingOperators,
  '/events': operatorFeatures,
  '/codes/list': operatorFeatures,
  '/sites': operatorFeatures,
  '/sites/visualization': operatorFeatures,
  '/sites/time-machine': operatorFeatures,
  '/devices': operatorFeatures,
  '/barriers': operatorFeatures,
  '/maintenance': operatorFeatures,
  '/statistics': operatorFeatures,
  '/logs': adminFeatures,
  '/issues': adminFeatures,
  '/messages': operatorFeatures,
  '/imports': operatorFeatures,
  '/commands': commandLogReaders,
  '/history/changes': operatorFeatures,
  '/bin': operatorFeatures,
  '/zones': operatorFeatures,
  '/tariffs': operatorFeatures,
  '/getting-started': adminFeatures,
  '/tenants': adminFeatures,
  '/products': adminFeatures,
  '/roles': adminFeatures,
  '/locations': adminFeatures,
  '/gateways': adminFeatures,
  '/device-types': adminFeatures,
  '/device-access-methods': adminFeatures,
  '/operation/storage': adminFeatures,
  '/operation/processes': adminFeatures,
} as const satisfies Readonly<Record<string, Access>>

/** Returns whether somebody with these features can start with a page. */
export function mayStartWith(path: string, features: ReadonlySet<string> | readonly Feature[]): boolean {
  const access = Object.hasOwn(startPages, path) ? startPages[path as keyof typeof startPages] : undefined
  return access !== undefined && mayAccess(access, new Set(features))
}
