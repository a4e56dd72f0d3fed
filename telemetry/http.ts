import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { maxBodyBytes, maxMessages } from '../contract/gateway.ts'
import { authenticateGateway, bearerToken, type GatewayIdentity } from './authenticate.ts'
import type { Ingest } from './ingest.ts'
import { createTurns } from './link-turns.ts'

interface Options {
  readonly knex: Knex
  readonly ingest: Pick<Ingest, 'accept'>
  readonly log: Logger
}

/**
 * The HTTP half of gateway protocol 1, mounted at /gateway/v1: POST /messages. The reply 200 is sent after the commit; every other status
 * says that nothing was stored. Errors are `{ "error": code, "detail": text }`.
 */
export function gatewayRouter({ knex, ingest, log }: Options): Router {
  const router = Router({ caseSensitive: true })
  const turns = createTurns()

  const authenticate: RequestHandler = async (request, response, next) => {
    try {
      const gateway = await authenticateGateway(knex, bearerToken(request.headers.authorization))
      if (!gateway) {
        response.set('WWW-Authenticate', 'Bearer')
        return refuse(response, 401, 'not-authorized', 'no gateway has this token')
      }
      response.locals['gateway'] = gateway
      next()
    } catch (error) {
      log.warn({ err: error }, 'gateway could not be authenticated')
      refuse(response, 503, 'unavailable', 'try again', 2)
    }
  }

  const jsonOnly: RequestHandler = (request, response, next) => {
    const type = request.headers['content-type']
    if (type === undefined || /^application\/json *(;|$)/i.test(type)) return next()
    refuse(response, 415, 'unsupported-type', 'the body must be application/json')
  }

  const store = async (request: Request, response: Response): Promise<void> => {
    const gateway = response.locals['gateway'] as GatewayIdentity
    if (tooMany(request.body)) return refuse(response, 413, 'too-large', `at most ${maxMessages} messages`)
    const done = turns.take(gateway.gatewayId)
    if (!done) return refuse(response, 429, 'too-fast', 'wait for the replies to earlier batches', 1)
    try {
      const answer = await ingest.accept(gateway, request.body)
      if (answer.ok) response.json(answer.reply)
      else
        refuse(
          response,
          answer.status,
          answer.status === 400 ? 'bad-body' : 'busy',
          answer.detail,
          answer.retryAfterSeconds,
        )
    } catch (error) {
      log.error({ err: error, gateway: gateway.gatewayId }, 'messages could not be stored')
      refuse(response, 503, 'unavailable', 'try again', 5)
    } finally {
      done()
    }
  }

  router.post(
    '/messages',
    authenticate,
    jsonOnly,
    express.json({ limit: maxBodyBytes, type: () => true, strict: true }),
    store,
  )
  router.all('/messages', (_request, response) => {
    response.set('Allow', 'POST')
    refuse(response, 405, 'method-not-allowed', 'POST only')
  })
  router.use(brokenBody(log))
  return router
}

/** More messages than one batch may hold; whatever else is wrong with a body, ingest says. */
export function tooMany(body: unknown): boolean {
  const messages = (body as { messages?: unknown } | null | undefined)?.messages
  return Array.isArray(messages) && messages.length > maxMessages
}

function refuse(response: Response, status: number, error: string, detail: string, retryAfterSeconds?: number): void {
  if (response.headersSent) return
  if (status === 503 || status === 429) response.set('Retry-After', String(retryAfterSeconds ?? 2))
  response.status(status).json({ error, detail })
}

/** What the body parser throws, in words and without a stack. */
function brokenBody(log: Logger): ErrorRequestHandler {
  return (error: { status?: number; type?: string }, _request, response, _next) => {
    if (error.status === 413) return refuse(response, 413, 'too-large', `at most ${maxBodyBytes} bytes`)
    if (error.status === 415) return refuse(response, 415, 'unsupported-type', 'this encoding is not understood')
    if (error.status === 400) return refuse(response, 400, 'bad-body', 'the body is no JSON')
    log.error({ err: error }, 'gateway request failed')
    refuse(response, 503, 'unavailable', 'try again', 5)
  }
}
