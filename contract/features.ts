/** Features are the prefixes of products (specification: roles and permissions). A user holds a feature through role and tenant. */
export const features = [
  'BASIC',
  'BASIC_VIS',
  'BASIC_RM',
  'BASIC_ADM',
  'BASIC_SUP',
  'SMART_REMOTE',
  'SMART_REMOTE_PLUS',
  'BLOCK_USERS',
  'CUSTOMER_API',
  'RESERVATION_DISPLAY',
  'LPR',
  'GPS',
  'SMS',
  'PAYMENT',
  'MAINTENANCE',
] as const
export type Feature = (typeof features)[number]

export const roles = ['Admin', 'Reservation Manager', 'Visitor', 'Support'] as const
export type Role = (typeof roles)[number]

/** Who may call something: everybody, everybody with a session, or holders of at least one of the features. */
export type Access = 'public' | 'session' | readonly Feature[]

/** Returns true if `held` satisfies `access`; a signed-out caller has no features and passes only 'public'. */
export function mayAccess(access: Access, held: ReadonlySet<string> | null): boolean {
  if (access === 'public') return true
  if (held === null) return false
  if (access === 'session') return true
  return access.some((feature) => held.has(feature))
}

/** The feature of administrators. */
export const adminFeatures = ['BASIC_ADM'] as const satisfies readonly Feature[]
/** Features that unlock the operators' screens (specification: screens and routes). */
export const operatorFeatures = ['BASIC_ADM', 'BASIC_RM'] as const satisfies readonly Feature[]
export const remoteFeatures = [
  'BASIC_ADM',
  'BASIC_RM',
  'SMART_REMOTE',
  'SMART_REMOTE_PLUS',
] as const satisfies readonly Feature[]

/** The feature for booking. */
export const bookers = ['BASIC_VIS'] as const satisfies readonly Feature[]

/** The features for reading reservations of the zones. */
export const bookingOperators = ['BASIC_RM', 'BASIC_ADM', 'SMART_REMOTE_PLUS'] as const satisfies readonly Feature[]

/** The features for reading the command log. */
export const commandLogReaders = [
  'BASIC_RM',
  'BASIC_ADM',
  'BASIC_SUP',
  'SMART_REMOTE_PLUS',
] as const satisfies readonly Feature[]
