import { join, resolve } from 'node:path'
import * as z from 'zod'

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
/** Roles of a process; without HOLDFAST_ROLES all of them. */
const roles = ['web', 'relay', 'jobs', 'ingest'] as const
export type Role = (typeof roles)[number]

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).optional(),
  /** An external PostgreSQL or TimescaleDB; without it an embedded one runs in HOLDFAST_DIR, with demo data. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  /**
   * Roles of this process, separated by commas: web (people and gateways), ingest (gateways only, and MQTT), relay
   * (facts, one leader at a time), jobs (ticks, messages, payment provider). Default: all.
   */
  HOLDFAST_ROLES: z
    .string()
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)).min(1))
    .default([...roles]),
  /** Redis 6.2 or newer: processes announce gateway links and share call limits. Without it each has its own limits. */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .optional(),
  /**
   * An external broker (Mosquitto, EMQX), with user and password; without it the built-in one is at /mqtt over
   * WebSocket.
   */
  MQTT_URL: z
    .string()
    .regex(/^(mqtts?|wss?):\/\//, 'must begin with mqtt://, mqtts://, ws:// or wss://')
    .optional(),
  /** TCP port on which the built-in broker also listens; 0 = none. */
  MQTT_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  /** Threads that store telemetry. */
  INGEST_THREADS: z.coerce.number().int().min(1).max(16).default(1),
  /** A file that reserves disk space of the database for people: deleted when the disk is almost full. */
  DATABASE_BALLAST: z.string().min(1).optional(),
  HOLDFAST_DIR: z.string().min(1).default('.holdfast'),
  /** Folder of uploaded pictures, shared by several processes. Default: media in HOLDFAST_DIR. */
  MEDIA_DIR: z.string().min(1).optional(),
  HOLDFAST_THEME: z.string().min(1).default('holdfast'),
  /** Addresses of portal and administration. Default: this host and admin.<this host>. */
  PORTAL_URL: z.url().optional(),
  ADMIN_URL: z.url().optional(),
  /** Express' trust proxy: number of proxies in front. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Default: info, or warn in the demo, where the terminal shows the greeting. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  LOG_PRETTY: flag.optional(),
  /** For development and tests: publishing or refusing outside of the contract throws. */
  HOLDFAST_STRICT: flag.default(false),
  METRICS_TOKEN: z.string().min(16).optional(),
  /**
   * Provider of card payments. `test` = the built-in test page, no real money. Default: test in the demo, otherwise
   * none.
   */
  PAYMENT_PROVIDER: z.enum(['test', 'none']).optional(),
  HOLDFAST_SIMULATOR: flag.default(true),
  SIMULATOR_SPEED: z.coerce.number().min(0.1).max(10_000).default(10),
  OUTBOX_KEEP_MINUTES: z.coerce.number().int().min(1).max(1_440).default(60),
  STOP_SECONDS: z.coerce.number().int().min(1).max(60).default(10),
  FAQ_URL: z.string().default(''),
  IMPRINT_URL: z.string().default(''),
  SUPPORT_EMAIL: z.string().default(''),
  /** Address search with Photon's API. Without it only the addresses of the portal's sites are searched. */
  GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** ISO country of the search; * = every country. */
  GEOCODER_REGION: z
    .string()
    .regex(/^([A-Z]{2}|\*)$/, 'must be two capital letters or *')
    .default('DE'),
  /** Map tiles with {z}, {x} and {y}; without them the map has a plain background. */
  MAP_TILE_URL: z
    .string()
    .regex(/^https?:\/\/[\w.{}-]+(:\d+)?\/[^\s'";]*$/, 'must be an address')
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must have {z}, {x} and {y}')
    .optional(),
  MAP_ATTRIBUTION: z.string().max(500).default(''),
  /**
   * Mail server, with user and password; without it mails are kept in the outbox. MAIL_FROM is the sender's address.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  /** Without SMTP_URL, mails are written into this folder as .eml files. Default: mail in HOLDFAST_DIR in the demo, otherwise none. */
  MAIL_DIR: z.string().min(1).optional(),
  /** SMS gateway: POST { to, text, id }, with the token as bearer; without it SMS are kept in the outbox. */
  SMS_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^/]*\/\/[^/?#@]*([/?#]|$)/, 'must carry no user and password; SMS_TOKEN lets in')
    .optional(),
  SMS_TOKEN: z.string().min(1).optional(),
})

/** Names of all settings. */
export const settings = Object.keys(environment.shape)

export type Config = ReturnType<typeof loadConfig>
const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/i
const ours = /^(HOLDFAST_|SIMULATOR_|OUTBOX_)/

/**
 * Returns the checked settings. Throws an Error that names every wrong one: unknown ones with our prefixes, and near
 * misses of the others, so that a misspelt setting stops the start instead of being ignored (a misspelt DATABASE_URL
 * would start the demo).
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, version: string) {
  const foreign = Object.keys(env).filter((key) => !settings.includes(key) && key !== 'HOLDFAST_TEST_PG')
  const unknown = foreign.filter((key) => ours.test(key))
  const misspelt = foreign.flatMap((key) => {
    const meant = settings.find((name) => name.length >= 8 && !ours.test(name) && distance(key, name) <= 2)
    return meant && env[meant] === undefined ? [`${key} is not a setting; is ${meant} meant?`] : []
  })
  const given = Object.fromEntries(settings.map((key) => [key, env[key] === '' ? undefined : env[key]]))
  const parsed = environment.safeParse(given)
  const problems = [
    ...unknown.map((key) => `${key} is not a setting of Holdfast`),
    ...misspelt,
    ...(given['HOLDFAST_ROLES'] && !given['DATABASE_URL']
      ? ['HOLDFAST_ROLES: needs DATABASE_URL, the demo does everything in one process']
      : []),
    ...(given['SMTP_URL'] && !given['MAIL_FROM'] ? ['MAIL_FROM: is needed with SMTP_URL'] : []),
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
  ]
  if (!parsed.success || problems.length) throw new Error(`The settings are not right:\n  ${problems.join('\n  ')}`)
  const value = parsed.data
  return {
    version,
    port: value.PORT,
    /** The demo listens on this machine only, unless HOST is set: its logins are no secret. */
    host: value.HOST ?? (value.DATABASE_URL ? undefined : '127.0.0.1'),
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    databaseBallast: value.DATABASE_BALLAST === undefined ? null : resolve(value.DATABASE_BALLAST),
    ingestThreads: value.INGEST_THREADS,
    roles: new Set<Role>(value.HOLDFAST_ROLES),
    redisUrl: value.REDIS_URL,
    mqtt: { url: value.MQTT_URL ?? null, port: value.MQTT_PORT },
    dir: resolve(value.HOLDFAST_DIR),
    mediaDir: resolve(value.MEDIA_DIR ?? join(value.HOLDFAST_DIR, 'media')),
    /** If given, it must exist from the start. Otherwise it is created with the first picture. */
    mediaDirGiven: value.MEDIA_DIR !== undefined,
    theme: value.HOLDFAST_THEME,
    portalUrl: value.PORTAL_URL,
    adminUrl: value.ADMIN_URL,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL ?? (value.DATABASE_URL ? 'info' : 'warn'),
    logPretty: value.LOG_PRETTY ?? false,
    strict: value.HOLDFAST_STRICT,
    metricsToken: value.METRICS_TOKEN,
    paymentProvider: value.PAYMENT_PROVIDER ?? (value.DATABASE_URL ? 'none' : 'test'),
    /** Demo: embedded database, demo data and logins, simulated gateways. */
    demo: value.DATABASE_URL === undefined,
    /** The demo's logins are offered only where nobody else can read them. */
    showsLogins: value.DATABASE_URL === undefined && loopback.test(value.HOST ?? '127.0.0.1'),
    simulator: value.DATABASE_URL === undefined && value.HOLDFAST_SIMULATOR,
    simulatorSpeed: value.SIMULATOR_SPEED,
    outboxKeepMinutes: value.OUTBOX_KEEP_MINUTES,
    stopSeconds: value.STOP_SECONDS,
    geocoder: {
      url: value.GEOCODER_URL ?? null,
      region: value.GEOCODER_REGION === '*' ? null : value.GEOCODER_REGION,
    },
    map: value.MAP_TILE_URL ? { tileUrl: value.MAP_TILE_URL, attribution: value.MAP_ATTRIBUTION } : null,
    mail: value.SMTP_URL && value.MAIL_FROM ? { url: value.SMTP_URL, from: value.MAIL_FROM } : null,
    mailDir: mailDirOf(value),
    sms: value.SMS_URL ? { url: value.SMS_URL, token: value.SMS_TOKEN } : null,
    links: { faq: value.FAQ_URL, imprint: value.IMPRINT_URL, support: value.SUPPORT_EMAIL },
  }
}

/** Returns the folder of mails: there is none beside a mail server. */
function mailDirOf(value: z.output<typeof environment>): string | null {
  if (value.SMTP_URL) return null
  if (value.MAIL_DIR) return resolve(value.MAIL_DIR)
  return value.DATABASE_URL ? null : resolve(join(value.HOLDFAST_DIR, 'mail'))
}

/** Returns the number of letters to add, remove, change or swap with their neighbour until the words are equal. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  const at = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => row + column),
  )
  const cell = (row: number, column: number): number => at[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const line = at[row] ?? []
      line[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + same,
        swapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return cell(one.length, other.length)
}

/** The settings of this process: the only place that reads the environment. */
export function processConfig(version: string): Config {
  return loadConfig(process.env, version)
}
