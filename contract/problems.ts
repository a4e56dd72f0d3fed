/** Inconsistent data in users, reservations and devices, each kind with its mend or the page where it is mended (ADM-21). */
import * as z from 'zod'
import { id } from './fields.ts'
import { command, query } from './kit.ts'

export const problemAreas = ['users', 'reservations', 'devices'] as const
export type ProblemArea = (typeof problemAreas)[number]

/** What a problem of a kind is found at. */
export type ProblemSubject = 'user' | 'tenant' | 'reservation' | 'device' | 'gateway' | 'site'

interface Facts {
  readonly area: ProblemArea
  readonly subject: ProblemSubject
  /** Mended by `problems.mend`; otherwise on the page of its subject. */
  readonly mended?: true
}
export const problemKinds = {
  'manager-without-company': { area: 'users', subject: 'user', mended: true },
  'manager-without-zone': { area: 'users', subject: 'user' },
  'blocked-with-reservation': { area: 'users', subject: 'user' },
  'deactivated-with-reservation': { area: 'users', subject: 'user' },
  'licence-over': { area: 'users', subject: 'tenant' },
  overlap: { area: 'reservations', subject: 'reservation' },
  'stale-hold': { area: 'reservations', subject: 'reservation' },
  'missing-refund': { area: 'reservations', subject: 'reservation' },
  'stray-child': { area: 'reservations', subject: 'reservation' },
  'unsettled-payment': { area: 'reservations', subject: 'reservation' },
  'refund-stuck': { area: 'reservations', subject: 'reservation' },
  'without-person': { area: 'reservations', subject: 'reservation' },
  'device-moved': { area: 'reservations', subject: 'reservation' },
  'running-in-maintenance': { area: 'reservations', subject: 'reservation' },
  'retired-reserved': { area: 'devices', subject: 'device' },
  'gateway-elsewhere': { area: 'devices', subject: 'device' },
  'site-without-zone': { area: 'devices', subject: 'device' },
  'barrier-elsewhere': { area: 'devices', subject: 'device' },
  'command-without-end': { area: 'devices', subject: 'device' },
  'hardware-id-twice': { area: 'devices', subject: 'device' },
  'location-differs': { area: 'devices', subject: 'device', mended: true },
  'never-seen': { area: 'devices', subject: 'device' },
  'gateway-without-site': { area: 'devices', subject: 'gateway' },
  'site-without-access-time': { area: 'devices', subject: 'site' },
  'site-without-location': { area: 'devices', subject: 'site' },
} as const satisfies Record<string, Facts>
export type ProblemKind = keyof typeof problemKinds
export const allProblemKinds = Object.keys(problemKinds) as [ProblemKind, ...ProblemKind[]]

const admins = ['BASIC_ADM'] as const
const kind = z.enum(allProblemKinds)
const detail = z.record(z.string(), z.union([z.string(), z.number()]))

/** Maximum number of problems of one kind; mending them reveals more. */
export const maxProblems = 100

/** The problems of one kind now. */
export const check = query({
  name: 'problems.check',
  access: admins,
  limit: { points: 200, seconds: 10 },
  input: z.strictObject({ kind }),
  reply: z.object({
    checkedAt: z.string(),
    /** More than `maxProblems`. */
    more: z.boolean(),
    found: z.array(z.object({ id, name: z.string(), detail })),
  }),
})
export type Problem = z.output<typeof check.reply>['found'][number]

/** Mends one problem, if it still is one. */
export const mend = command({
  name: 'problems.mend',
  access: admins,
  input: z.strictObject({ kind: z.enum(['manager-without-company', 'location-differs']), id }),
  reply: z.object({ id }),
  refusals: [],
})

/** Problems with users. GET /users/databaseProblems. */
export const users = query({
  name: 'problems.users',
  access: admins,
  input: z.strictObject({}),
  reply: z.array(z.object({ kind, userId: id.nullable(), tenantId: id.nullable(), name: z.string(), detail })),
})

/** Problems with reservations. GET /reservations/databaseProblems. */
export const reservations = query({
  name: 'problems.reservations',
  access: admins,
  input: z.strictObject({}),
  reply: z.array(z.object({ kind, reservationId: id, number: z.number().int(), detail })),
})

/** Problems with devices, gateways and sites. GET /devices/databaseProblems. */
export const devices = query({
  name: 'problems.devices',
  access: admins,
  input: z.strictObject({}),
  reply: z.array(
    z.object({
      kind,
      deviceId: id.nullable(),
      gatewayId: id.nullable(),
      siteId: id.nullable(),
      name: z.string(),
      detail,
    }),
  ),
})
