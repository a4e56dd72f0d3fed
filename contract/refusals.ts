/**
 * The catalogue of refusals. A refusal is an expected error: a code, shown in the user's language (refusal-texts/),
 * with a severity, a display time in ms (0 = until dismissed) and its HTTP status at the HTTP edge.
 */
export type Severity = 'success' | 'info' | 'warning' | 'error' | 'question'
export interface RefusalEntry {
  readonly severity: Severity
  readonly displayMs: number
  readonly status: number
}

const error = (status: number, displayMs = 5_000): RefusalEntry => ({ severity: 'error', displayMs, status })
const warning = (status: number, displayMs = 10_000): RefusalEntry => ({ severity: 'warning', displayMs, status })

export const refusals = {
  // the kernel
  'bad-input': error(400),
  'wrong-wire-version': warning(400, 0),
  'not-authorized': error(403),
  'not-found': error(404),
  'session-expired': warning(401),
  'too-many-requests': warning(429),
  'command-id-reused': error(422),
  'client-id-missing': error(400),
  'body-too-large': error(413),
  'call-not-available': error(501),
  'server-busy': warning(503),
  'server-stopping': warning(503),
  'unknown-failure': error(500),
  'database-unavailable': error(503),
  'storage-full': error(503, 10_000),
  // forms: an issue of one field; a refusal carries them in `fields`
  'field-required': error(400),
  'field-not-empty': error(400),
  'field-integer': error(400),
  'field-number': error(400),
  'field-greater': error(400),
  'field-at-least': error(400),
  'field-less': error(400),
  'field-at-most': error(400),
  'field-last-letter': error(400),
  'field-letters': error(400),
  'field-path': error(400),
  'field-decimals': error(400),
  'field-capitals': error(400),
  'field-too-short': error(400),
  'field-too-long': error(400),
  'field-too-few': error(400),
  'field-too-many': error(400),
  'field-twice': error(400),
  'field-whitespace': error(400),
  'field-email': error(400),
  'field-email-list': error(400),
  'field-email-pattern': error(400),
  'field-phone': error(400),
  'field-mobile': error(400),
  'plate-invalid': error(400),
  'plate-letter': error(400),
  'plate-look-alike': error(400),
  'field-not-offered': error(400),
  'field-not-found': error(400),
  'field-unknown': error(400),
  'field-admins-only': error(400),
  'field-issuer': error(400),
  'field-scope': error(400),
  'field-invalid': error(400),
  // forms: an edit of a changed row, a removal of a row in use
  'changed-meanwhile': warning(409, 0),
  'in-use': error(409, 0),
  'used-elsewhere': error(403),
  // undo and the bin
  'parent-missing': error(409, 0),
  'undo-impossible': error(409, 10_000),
  // several rows at once
  'world-moved': warning(409, 0),
  'rows-refused': warning(409, 0),
  // the client’s own, without a reply
  'no-answer': error(504, 0),
  'outcome-unknown': warning(504, 0),
  // session
  'invalid-credentials': error(401),
  'login-blocked': error(429, 60_000),
  'registration-not-finished': warning(403),
  'account-deactivated': error(403, 10_000),
  'admin-elsewhere': warning(403),
  'not-an-admin': error(403),
  'setup-token-invalid': error(403),
  'setup-done': error(409),
  'password-too-weak': error(400),
  'password-too-common': error(400),
  'email-taken': error(409),
  'email-used': error(409),
  // what protects an account
  'confirm-identity': warning(403),
  'old-password-wrong': error(400),
  'passwords-differ': error(400),
  'email-unchanged': error(400),
  'account-already-inactive': error(409),
  'account-has-credit': error(409, 10_000),
  'account-has-reservations': error(409, 0),
  'link-expired': warning(410),
  'link-used': error(409, 10_000),
  'link-unknown': error(404, 10_000),
  'second-factor-required': warning(403, 0),
  'factor-needed': warning(403, 0),
  'code-wrong': error(403),
  'sign-in-step-expired': warning(410),
  'passkey-refused': error(403),
  'too-many-passkeys': warning(409),
  'one-time-codes-on': warning(409, 5_000),
  'last-factor': warning(409),
  // sign-in through an identity provider
  'provider-unreachable': error(409, 10_000),
  'provider-invalid': error(409, 10_000),
  'sign-in-not-offered': error(404),
  'sign-in-failed': error(409, 10_000),
  'sign-in-taken': error(409, 10_000),
  'sign-in-linked': warning(409),
  'sign-in-not-linked': error(404),
  'sign-in-no-account': error(403, 10_000),
  'sign-in-other-company': error(403, 10_000),
  'sign-in-email-unverified': error(403, 10_000),
  'sign-in-needs-password': error(409, 10_000),
  'sign-in-needs-factor': error(403, 10_000),
  // university
  'university-not-offered': error(404),
  'university-not-linked': error(404),
  'university-link-failed': error(409, 10_000),
  'university-taken': error(409, 10_000),
  'reset-not-requested': error(400),
  // invitations of reservation managers
  'already-manager': error(409),
  'manager-yourself': error(409),
  'invitation-invalid': error(404, 10_000),
  'invitation-expired': warning(423),
  'invitation-used': error(409, 10_000),
  'invitation-other-person': error(403, 10_000),
  'invitation-not-for-role': error(403, 10_000),
  // booking: rules that a request breaks
  'start-in-past': error(400),
  'start-after-end': error(400),
  'duration-zero': error(400),
  'no-access-time': error(409),
  'not-permitted-then': error(403),
  'outside-access-time': error(409),
  'not-same-day': error(400),
  'duration-too-short': error(400),
  'duration-too-long': error(400),
  'slot-mismatch': error(400),
  'prebook-too-late': error(400),
  'prebook-too-early': error(400),
  'payment-not-offered': error(409),
  'licence-plate-required': error(400),
  'fields-missing': error(400),
  'site-invalid': error(404),
  'site-private': error(403, 10_000),
  'user-blocked': error(403, 10_000),
  // booking: obstacles
  'no-free-place': error(409),
  'place-taken': error(409),
  'place-held': warning(409, 5_000),
  'maintenance-then': error(409),
  'device-not-ready': error(409),
  'place-occupied': error(409),
  'device-not-bookable': error(409),
  'option-not-available': error(409),
  'hold-expired': warning(410),
  'documents-not-accepted': error(409),
  // payment
  'price-changed': warning(409),
  'payment-method-not-allowed': error(409),
  'insufficient-credit': error(402),
  'cost-center-not-allowed': error(403),
  'payment-pending': warning(409),
  'too-many-payments': warning(409),
  'payment-provider-unavailable': error(503),
  // reservations
  'reservation-state': error(409),
  'state-not-supported': error(400),
  'reservation-not-reserved': error(409),
  'reservation-over': error(409),
  'reservation-not-begun': error(409),
  'reservation-extended': error(409),
  'refund-changed': warning(409),
  'refund-not-missing': warning(409, 5_000),
  'change-device-error': error(409),
  'device-not-equivalent': error(409),
  'extension-not-available': error(409),
  'too-many-shares': error(409),
  // access
  'code-unknown': error(404),
  'code-held': warning(409, 5_000),
  'code-exists': error(409),
  'zone-not-private': error(409),
  'event-not-in-zone': error(409),
  // companies
  'license-end-before-start': error(400),
  'prefix-taken': error(409),
  'login-path-taken': error(409),
  'product-closes': warning(409, 0),
  'tenant-in-use': error(409, 0),
  // products and roles
  'product-prefix-taken': error(409),
  'product-basic': error(409),
  'last-way-in': error(409, 10_000),
  'role-standard': error(409),
  'role-has-tenants': error(409),
  'role-has-zones': error(409),
  // zones: an issue of one field
  'zone-tenant-in-use': error(400),
  'zone-in-maintenance': error(400),
  'site-needs-zone': error(400),
  // access times
  'lpr-not-bought': error(400),
  // eTicket
  'eticket-invalid': error(404),
  'eticket-expired': error(410),
  'eticket-canceled': error(409),
  'eticket-not-allowed': error(403),
  // control
  'device-undefined': error(409),
  'device-unreachable': error(409),
  'gateway-unreachable': error(409),
  'device-occupied': error(409),
  'already-in-state': error(409),
  'command-in-flight': warning(409, 5_000),
  'action-not-supported': error(409),
  'under-maintenance': warning(409),
  'too-fast': warning(429, 5_000),
  'operations-exceeded': error(409),
  'command-too-late': warning(409),
  'run-in-progress': warning(409, 5_000),
  'device-not-yours': error(404),
  'safety-word-wrong': error(409),
  'device-not-at-site': error(409),
  'automatic-not-allowed': error(403),
  'no-consent': warning(403),
  'position-too-vague': warning(409, 5_000),
  'site-without-position': error(409),
  // setting devices up
  'name-taken': error(409),
  'hardware-id-taken': error(409),
  'gateway-id-taken': error(409),
  'gateway-in-use': error(409, 0),
  'no-gateway-at-site': error(409),
  'gateways-speak': error(409),
  'gateway-remembered': error(409, 10_000),
  'path-number-taken': error(409),
  'device-in-use': error(409, 10_000),
  'barrier-in-use': error(409, 10_000),
  'mandatory-not-optional': error(400),
  'pattern-invalid': error(400),
  'pattern-counts-differ': error(400),
  // plan and pictures
  'plan-changed': warning(409, 0),
  'picture-not-of-site': error(409),
  'picture-in-use': error(409),
  'file-too-large': error(413),
  'file-not-allowed': error(415),
  'file-malicious': error(422),
  // imports: files, and rows of them
  'import-empty': error(400),
  'import-type': error(415),
  'import-encoding': error(400),
  'import-damaged-row': error(400),
  'import-cell-too-long': error(400),
  'import-workbook-damaged': error(400),
  'import-unpacked-size': error(400),
  'import-too-many-cells': error(400),
  'import-too-many-columns': error(400),
  'import-too-many-rows': error(400),
  'import-xml-entities': error(400),
  'import-file-size': error(413),
  'import-head-unknown': error(400),
  'import-head-twice': error(400),
  'import-head-missing': error(400),
  'import-digits-lost': error(400),
  'import-reference-unknown': error(400),
  'import-reference-ambiguous': error(400),
  'import-row-twice': error(400),
  'import-cells-beyond': error(400),
  'import-yes-no': error(400),
  'import-not-allowed': error(400),
  'import-has-errors': error(409),
  'import-not-ready': error(409),
  'import-world-moved': error(409),
  'file-ending': error(415),
  'file-damaged': error(422),
  'picture-too-large': error(413),
  'picture-too-complex': error(413),
  'pictures-changed': warning(409, 0),
  // insight
  'already-acknowledged': warning(409, 5_000),
  'malfunction-closed': warning(409, 5_000),
  'span-too-long': error(400),
  'span-empty': error(400),
  'not-an-operator-there': error(409),
  // maintenance
  'maintenance-changed': warning(409, 0),
  'maintenance-over': warning(409, 5_000),
  'maintenance-kept': warning(409, 0),
  // messages
  'message-not-failed': warning(409, 5_000),
  'mobile-number-invalid': error(400),
  'too-many-views': warning(409),
  'sms-not-offered': error(403),
  // operation
  'retention-deletes-more': warning(409, 0),
  'retention-running': warning(409, 5_000),
} as const satisfies Record<string, RefusalEntry>

export type RefusalCode = keyof typeof refusals

/**
 * A field with an issue: its path in the input, and its code, such as `field-required`. On the wire it may be a code of
 * another release: then `I` is string.
 */
export interface FieldIssue<I extends string = RefusalCode> {
  readonly path: string
  readonly issue: I
  readonly params?: Readonly<Record<string, string | number>>
}

/** Current values of a row, for somebody who edited an older version of it (`changed-meanwhile`). */
export interface CurrentValues {
  readonly version: number
  /** In the shape of the edit command's input, without id and version. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Kinds of dependants of a row; the client has a word and a link for each. */
export const dependantKinds = [
  'tenant',
  'zone',
  'site',
  'location',
  'gateway',
  'device',
  'parking-lot',
  'barrier',
  'event',
  'tariff',
  'code',
  'document',
  'product',
  'user',
  'reservation',
  'maintenance-period',
  'blocked-user',
  'cost-center',
] as const
export type DependantKind = (typeof dependantKinds)[number]

/** Dependants of one kind that prevent a removal (`in-use`). */
export interface Dependants {
  readonly kind: DependantKind
  /** Number of all of them; `first` names some. */
  readonly count: number
  readonly first: readonly { readonly id: number; readonly name: string }[]
}

/** A refusal on the wire. `supportCode` finds it in the audit trail and the log. */
export interface Refusal<C extends string = RefusalCode> {
  readonly code: C
  readonly params?: Readonly<Record<string, string | number>>
  readonly fields?: readonly FieldIssue<C extends RefusalCode ? RefusalCode : string>[]
  readonly current?: CurrentValues
  readonly dependants?: readonly Dependants[]
  readonly supportCode?: string
}

/** Refusals of every command and query besides its own. */
export const kernelRefusals = [
  'bad-input',
  'wrong-wire-version',
  'not-authorized',
  'not-found',
  'session-expired',
  'too-many-requests',
  'command-id-reused',
  'server-busy',
  'server-stopping',
  'unknown-failure',
  'database-unavailable',
  'storage-full',
] as const satisfies readonly RefusalCode[]
export type KernelRefusal = (typeof kernelRefusals)[number]
