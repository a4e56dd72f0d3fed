import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { maxBodyBytes } from '../contract/gateway.ts'
import { networkServers } from '../contract/uplinks.ts'
import { type AnswerClock, answerMs, createAnswerClock } from './gateways/answer-time.ts'
import { authenticateGateway, bearerToken, type GatewayIdentity, isToken, tokenHash } from './gateways/authenticate.ts'
import { createTurns } from './gateways/link-turns.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { Hold } from './ingest/ingest-admission.ts'
import type { IngestAnswer } from './ingest/ingest-answer.ts'
import { createUplinks, type UplinkAnswer } from './uplinks/take.ts'

interface Options {
  readonly knex: Knex
  readonly ingest: Pick<Ingest, 'accept' | 'intake'>
  readonly log: Logger
  /** Time limit of a reply, ms, without the time in which the body arrives. */
  readonly withinMs?: number
  readonly metrics?: { readonly uplinks: { inc(labels: { server: string; outcome: string }): void } }
}
/** Stores a body; `hold` is its permit. */
type Store = (gateway: GatewayIdentity, request: Request, hold: Hold) => Promise<IngestAnswer | UplinkAnswer>

/**
 * Routes gateway protocol 1 over HTTP, mounted at /gateway/v1: POST /messages and /uplinks/<network server>. Replies 200 after the commit;
 * with any other status nothing was stored. Errors are `{ "error": code, "detail": text }`.
 */
export function gatewayRouter({ knex, ingest, log, metrics, withinMs = answerMs }: Options): Router {
  const uplinks = createUplinks(knex, (server, outcome) => metrics?.uplinks.inc({ server, outcome }))
  const router = Router({ caseSensitive: true })
  const turns = createTurns()

  /** Reserves room before the body is read and the sender is authenticated: under overload a refusal must cost next to nothing. */
  const admit: RequestHandler = (request, response, next) => {
    const entry = ingest.intake.enter(senderOf(request), expectedBytes(request))
    if ('refused' in entry) {
      const { refused, retryAfterSeconds } = entry
      if (refused === 'share')
        return refuse(response, 429, 'too-fast', 'wait for the replies to earlier batches', retryAfterSeconds)
      return refuse(response, 503, 'busy', 'too many messages wait', retryAfterSeconds)
    }
    const ours = createAnswerClock(withinMs, () =>
      refuse(response, 503, 'unavailable', 'the database does not answer', 5),
    )
    const place: Place = { hold: entry.hold, done: null, storing: false, ours }
    response.locals['place'] = place
    const slow = setTimeout(() => {
      if (!place.storing) refuse(response, 503, 'unavailable', 'the body takes too long: send smaller ones', 5)
    }, maxBodyMs)
    ours.go()
    response.once('close', () => {
      ours.pause()
      clearTimeout(slow)
      if (!place.storing) leave(place)
    })
    next()
  }

  const authenticate: RequestHandler = async (request, response, next) => {
    try {
      const gateway = await authenticateGateway(knex, bearerToken(request.headers.authorization))
      if (response.headersSent) return
      if (!gateway) {
        response.set('WWW-Authenticate', 'Bearer')
        return refuse(response, 401, 'not-authorized', 'no gateway has this token')
      }
      response.locals['gateway'] = gateway
      next()
    } catch (error) {
      log.warn({ err: error }, 'cannot authenticate a gateway')
      refuse(response, 503, 'unavailable', 'try again', 2)
    }
  }

  const jsonOnly: RequestHandler = (request, response, next) => {
    const type = request.headers['content-type']
    if (type === undefined) return next()
    const charset = /; *charset *= *"?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8'
    if (/^application\/json *(;|$)/i.test(type) && /^utf-?8$/i.test(charset)) return next()
    refuse(response, 415, 'unsupported-type', 'the body must be application/json in UTF-8')
  }

  /** Counts turns before the body is read, too. */
  const takeTurn: RequestHandler = (_request, response, next) => {
    const place = response.locals['place'] as Place
    place.done = turns.take((response.locals['gateway'] as GatewayIdentity).gatewayId)
    place.ours.pause()
    if (place.done) next()
    else refuse(response, 429, 'too-fast', 'wait for the replies to earlier batches', 1)
  }

  const storing =
    (store: Store) =>
    async (request: Request, response: Response): Promise<void> => {
      const gateway = response.locals['gateway'] as GatewayIdentity
      const place = response.locals['place'] as Place
      place.storing = true
      place.ours.go()
      try {
        const answer = await store(gateway, request, place.hold)
        if (response.headersSent) return
        if (answer.ok) response.json(answer.reply)
        else refuse(response, answer.status, errors[answer.status], answer.detail, answer.retryAfterSeconds)
      } catch (error) {
        log.error({ err: error, gateway: gateway.gatewayId }, 'cannot store messages')
        refuse(response, 503, 'unavailable', 'try again', 5)
      } finally {
        leave(place)
      }
    }

  const takes = (path: string, store: Store, ...further: RequestHandler[]): void => {
    const read = express.raw({ limit: maxBodyBytes, type: () => true, verify: noteBytes })
    router.post(path, admit, authenticate, takeTurn, jsonOnly, read, ...further, storing(store))
    router.all(path, (_request, response) => {
      response.set('Allow', 'POST')
      refuse(response, 405, 'method-not-allowed', 'POST only')
    })
  }
  takes('/messages', (gateway, request, hold) => ingest.accept(gateway, request.body, hold))
  for (const server of networkServers)
    takes(
      `/uplinks/${server}`,
      (gateway, { query, body }, hold) =>
        uplinks.take(server, { gateway, event: query['event'], body }, (messages) =>
          ingest.accept(gateway, messages, hold),
        ),
      parse,
    )
  router.use(brokenBody(log, ingest.intake.unfit))
  return router
}

/** The room of a request until the reply, or until it is closed before it was stored. */
interface Place {
  readonly hold: Hold
  done: (() => void) | null
  storing: boolean
  /** Runs while the portal, not the gateway, is busy. */
  readonly ours: AnswerClock
}
function leave({ hold, done }: Place): void {
  hold.release()
  done?.()
}

/** Time limit of a body: enough for any size at 140 kbit/s. */
const maxBodyMs = 60_000
/** Assumed ratio of unpacked to packed bytes. */
const packedTimes = 12

/** Returns the bytes that a body will have; the maximum if its length is unknown. */
function expectedBytes({ headers }: Request): number {
  const length = Number(headers['content-length'] ?? maxBodyBytes)
  const packed = (headers['content-encoding'] ?? 'identity') !== 'identity'
  return Math.min(maxBodyBytes, packed ? length * packedTimes : length)
}

/** Records the size of a body that is read and unpacked. */
function noteBytes(_request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  ;((response as Response).locals['place'] as Place).hold.read(body.length)
}

/** Parses the body as JSON. Bodies of messages stay bytes until they are stored. */
const parse: RequestHandler = (request, _response, next) => {
  try {
    request.body = Buffer.isBuffer(request.body) ? (JSON.parse(request.body.toString('utf8')) as unknown) : {}
    next()
  } catch {
    next(Object.assign(new Error('not JSON'), { status: 400 }))
  }
}

const errors = { 400: 'bad-body', 413: 'too-large', 503: 'busy' } as const

/** Returns the sender as known before any query: a short copy, neither part of a header nor a token, because it is remembered. */
function senderOf(request: Request): string {
  const token = bearerToken(request.headers.authorization)
  return isToken(token) ? tokenHash(token).toString('base64') : (request.socket.remoteAddress ?? '')
}

function refuse(response: Response, status: number, error: string, detail: string, retryAfterSeconds?: number): void {
  if (response.headersSent) return
  if (status === 503 || status === 429) response.set('Retry-After', String(retryAfterSeconds ?? 2))
  response.status(status).json({ error, detail })
}

/** Replies to errors of the body parser. */
function brokenBody(log: Logger, unfit: Ingest['intake']['unfit']): ErrorRequestHandler {
  return (error: { status?: number; type?: string }, _request, response, _next) => {
    if (error.status !== undefined && error.status < 500) unfit(error.status === 413 ? 'too-large' : 'malformed')
    if (error.status === 413) return refuse(response, 413, 'too-large', `at most ${maxBodyBytes} bytes`)
    if (error.status === 415) return refuse(response, 415, 'unsupported-type', 'this encoding is not understood')
    if (error.status === 400) return refuse(response, 400, 'bad-body', 'the body is no JSON')
    log.error({ err: error }, 'gateway request failed')
    refuse(response, 503, 'unavailable', 'try again', 5)
  }
}
