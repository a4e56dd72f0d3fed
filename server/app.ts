import { pipeline } from 'node:stream/promises'
import compression from 'compression'
import express, { type Express, type RequestHandler, type Response, Router } from 'express'
import { gatewayRouter } from '../telemetry/http.ts'
import type { Ingest } from '../telemetry/ingest/ingest.ts'
import { routes } from './calls/routes.ts'
import { appOf } from './http/address.ts'
import type { CallFunction, Download, Edge, Reply } from './http/call.ts'
import { errorHandler, sendRefusal } from './http/errors.ts'
import { guard, noNul, onlyForm, onlyJson, reviver } from './http/guard.ts'
import { health } from './http/health.ts'
import { mediaType } from './http/jsonapi.ts'
import { requestLog } from './http/logging.ts'
import { createTurns, noTurns, type Turns } from './http/request-queue.ts'
import { securityHeaders, tileHosts } from './http/security.ts'
import { builtClient, clientFiles, clientPages } from './http/static.ts'
import { createDiscovered } from './identity-providers/discovered.ts'
import type { Kernel } from './kernel/bus/handlers.ts'
import { Refused } from './kernel/bus/refuse.ts'
import type { Role } from './kernel/config.ts'
import { type Context, isSecure } from './kernel/context.ts'
import { payments } from './payments/router.ts'
import { createHostThemes } from './session/host-theme.ts'
import { createLoginLimits, plainAddress } from './session/login-limits.ts'
import { createTouch } from './session/touch-session.ts'
import { createGeocoder } from './sites/geocoder.ts'
import { sessionHashOf } from './socket/cookie.ts'

/** The HTTP edge of the roles of this process: gateways first (their own rules), then security headers, log, health, client, card payments and calls. */
export function createApp(
  context: Kernel,
  { ingest, clientDir = builtClient() }: { ingest: Pick<Ingest, 'accept' | 'intake'>; clientDir?: string },
): Express {
  const { config, deviceKnex, log } = context
  const app = express()
  app.set('trust proxy', config.trustProxy)
  app.set('x-powered-by', false)
  app.set('etag', false)
  const has = (role: Role): boolean => config.roles.has(role)
  if (has('web') || has('ingest'))
    app.use('/gateway/v1', gatewayRouter({ knex: deviceKnex, ingest, log, metrics: context.metrics }))
  app.use(securityHeaders(tileHosts(config.map?.tileUrl)), requestLog(log), compression())
  app.use(health(context))
  // Who takes card payments may tell of them anywhere: the built-in one tells the process that does its work.
  if (has('web'))
    app.use(
      clientFiles(clientDir),
      noNul,
      payments(context),
      clientPages(clientDir, createHostThemes(context)),
      calls(context),
    )
  else app.use(noNul, payments(context))
  app.use((request, response) => sendRefusal(request, response, { code: 'not-found' }))
  app.use(errorHandler(context))
  return app
}

/** The calls of the route table, never kept by caches. */
function calls(context: Kernel): Router {
  const { config, knex, log, metrics } = context
  const edge: Edge = {
    loginLimits: createLoginLimits(knex),
    touch: createTouch(knex),
    discovered: createDiscovered(context.addresses),
    geocode: createGeocoder(config.geocoder, { warn: (details, text) => log.warn(details, text) }),
  }
  const turns = createTurns(context)
  const router = Router()
  const body = express.json({ type: ['application/json', mediaType], limit: '100kb', reviver })
  router.use((_request, response, next) => {
    const began = performance.now()
    response.once('close', () =>
      metrics.callSeconds.observe(
        { status: response.writableFinished ? response.statusCode : 'cut' },
        (performance.now() - began) / 1_000,
      ),
    )
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
    next()
  })
  router.use(guard(context))
  for (const route of routes) {
    const { call, aside } = route
    // Uploads are read by their call, once it knows who sends them.
    const reading = route.shape === 'form' ? [onlyForm] : [onlyJson, body]
    if (call) router[route.method](route.path, ...reading, answer(context, edge, call, aside ? noTurns : turns))
    else router[route.method](route.path, notAvailable)
  }
  return router
}

const notAvailable: RequestHandler = (request, response) =>
  sendRefusal(request, response, { code: 'call-not-available' })

function answer(context: Kernel, edge: Edge, call: CallFunction, turns: Turns): RequestHandler {
  return async (request, response) => {
    const app = appOf(request.host, context.addresses)
    const sessionHash = sessionHashOf(request.get('cookie'), app, { secure: isSecure(context.addresses) })
    const reply = await turns({ request, response, sessionHash }, () =>
      call({
        context,
        edge,
        request,
        response,
        sessionHash,
        body: request.body as unknown,
        address: plainAddress(request.ip),
        app,
        now: new Date(),
      }),
    )
    if (!reply) return
    await send(context, response, reply)
    if (sessionHash)
      edge.touch(sessionHash).catch((error: unknown) => context.log.warn({ err: error }, 'session not touched'))
  }
}

async function send(context: Context, response: Response, reply: Reply): Promise<void> {
  response.status(reply.status ?? 200)
  if ('document' in reply) response.set('Content-Type', mediaType).send(JSON.stringify(reply.document))
  else if ('json' in reply) response.json(reply.json)
  else if ('download' in reply) await sendDownload(context, response, reply.download)
  else response.end()
}

/** What breaks after the first byte can only be told by cutting the line: a caller never takes a part for the whole. */
async function sendDownload({ log }: Context, response: Response, { name, type, content }: Download): Promise<void> {
  response.attachment(name).type(type)
  if (response.req.method === 'HEAD') {
    content.destroy()
    return void response.end()
  }
  try {
    await pipeline(content, response)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return
    if (error instanceof Refused) log.info({ code: error.refusal.code }, 'a download was cut')
    else log.error({ err: error }, 'a download broke off')
    response.destroy()
  }
}
