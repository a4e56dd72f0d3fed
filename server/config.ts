import { resolve } from 'node:path'
import * as z from 'zod'

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).optional(),
  /** An own PostgreSQL or TimescaleDB; without it an embedded one runs in HOLDFAST_DIR, with demo data. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  HOLDFAST_DIR: z.string().min(1).default('.holdfast'),
  HOLDFAST_THEME: z.string().min(1).default('holdfast'),
  /** Addresses under which people reach the portal and the administration; default: this host and admin.<this host>. */
  PORTAL_URL: z.url().optional(),
  ADMIN_URL: z.url().optional(),
  /** Express' trust proxy: number of proxies before us. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Default: info, or warn in the demo, where the terminal belongs to the greeting. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  LOG_PRETTY: flag.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  HOLDFAST_SIMULATOR: flag.default(true),
  SIMULATOR_SPEED: z.coerce.number().min(0.1).max(10_000).default(10),
  OUTBOX_KEEP_MINUTES: z.coerce.number().int().min(1).max(1_440).default(60),
  STOP_SECONDS: z.coerce.number().int().min(1).max(60).default(10),
  FAQ_URL: z.string().default(''),
  IMPRINT_URL: z.string().default(''),
  SUPPORT_EMAIL: z.string().default(''),
})

export type Config = ReturnType<typeof loadConfig>
const ours = /^(HOLDFAST_|SIMULATOR_|OUTBOX_)/

/**
 * The settings, checked. Throws an Error whose message names every wrong setting in words: unknown ones with our prefixes too, so that a
 * misspelt setting stops the start instead of being ignored.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, version: string) {
  const known = Object.keys(environment.shape)
  const unknown = Object.keys(env).filter((key) => ours.test(key) && !known.includes(key) && key !== 'HOLDFAST_TEST_PG')
  const given = Object.fromEntries(known.map((key) => [key, env[key] === '' ? undefined : env[key]]))
  const parsed = environment.safeParse(given)
  const problems = [
    ...unknown.map((key) => `${key} is not a setting of Holdfast`),
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
  ]
  if (!parsed.success || problems.length) throw new Error(`The settings are not right:\n  ${problems.join('\n  ')}`)
  const value = parsed.data
  return {
    version,
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    dir: resolve(value.HOLDFAST_DIR),
    theme: value.HOLDFAST_THEME,
    portalUrl: value.PORTAL_URL,
    adminUrl: value.ADMIN_URL,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL ?? (value.DATABASE_URL ? 'info' : 'warn'),
    logPretty: value.LOG_PRETTY ?? false,
    metricsToken: value.METRICS_TOKEN,
    /** Demo: embedded database, demo data and logins, simulated gateways. */
    demo: value.DATABASE_URL === undefined,
    simulator: value.DATABASE_URL === undefined && value.HOLDFAST_SIMULATOR,
    simulatorSpeed: value.SIMULATOR_SPEED,
    outboxKeepMinutes: value.OUTBOX_KEEP_MINUTES,
    stopSeconds: value.STOP_SECONDS,
    links: { faq: value.FAQ_URL, imprint: value.IMPRINT_URL, support: value.SUPPORT_EMAIL },
  }
}

/** The settings of this process: the only place that reads the environment. */
export function processConfig(version: string): Config {
  return loadConfig(process.env, version)
}
