import { createHash, timingSafeEqual } from 'node:crypto'
import { type RequestHandler, Router } from 'express'
import { migrations } from '../../db/migrate.ts'
import type { Context } from '../kernel/context.ts'
import { sendRefusal } from './errors.ts'

const rememberMs = 1_000

/**
 * GET /health/live (the process responds), /health/ready (it can serve; otherwise 503 with what is missing), /metrics
 * for Prometheus.
 */
export function health(context: Context): Router {
  const router = Router({ caseSensitive: true })
  const missing = remembered(() => unready(context))
  router.use(['/health', '/metrics'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  })
  router.get('/health/live', (_request, response) => {
    response.json({ status: 'live' })
  })
  router.get('/health/ready', async (_request, response) => {
    const names = await missing()
    if (names.length === 0) response.json({ status: 'ready' })
    else response.status(503).set('Retry-After', '2').json({ status: 'not ready', missing: names })
  })
  router.get('/metrics', onlyScraper(context), async (_request, response) => {
    const { registry } = context.metrics
    response.set('Content-Type', registry.contentType).send(await registry.metrics())
  })
  return router
}

/** Uses a separate connection: an overloaded process is still ready. */
async function unready({ unready: parts, probe, log }: Context): Promise<string[]> {
  const names = parts()
  try {
    const ran: string[] = await probe('migrations').pluck('name').timeout(2_000)
    return migrations.every(({ name }) => ran.includes(name)) ? names : [...names, 'migrations']
  } catch (error) {
    log.warn({ err: error }, 'the database does not tell its migrations')
    return [...names, isMissingTable(error) ? 'migrations' : 'database']
  }
}

function isMissingTable(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === '42P01'
}

/** Concurrent checks, and repetitions within a second, share one result. */
function remembered(look: () => Promise<string[]>): () => Promise<string[]> {
  let last: Promise<string[]> | undefined
  let lookedAt = 0
  return () => {
    if (!last || performance.now() - lookedAt > rememberMs) {
      lookedAt = performance.now()
      last = look()
    }
    return last
  }
}

const loopback = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/

/**
 * With METRICS_TOKEN allows only requests that send it as bearer. Without one allows connections from this machine, unless a proxy
 * is configured (TRUST_PROXY): its connections look the same, and no header proves that there is none. Others get 404.
 */
function onlyScraper({ config: { metricsToken, trustProxy } }: Context): RequestHandler {
  return (request, response, next) => {
    const given = /^Bearer (.+)$/.exec(request.get('authorization') ?? '')?.[1]
    const allowed =
      metricsToken === undefined
        ? trustProxy === 0 && loopback.test(request.socket.remoteAddress ?? '')
        : given !== undefined && timingSafeEqual(digest(given), digest(metricsToken))
    if (allowed) return next()
    sendRefusal(request, response, { code: 'not-found' })
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
