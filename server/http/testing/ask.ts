import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isOfAdministration } from '../../testing/sessions.ts'
import { checkDocument } from './check-document.ts'
import { checkBySchema } from './official-schema.ts'

interface TestResource {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships: Record<string, { data: unknown }>
}
interface TestError {
  status: string
  code: string
  title: string
  detail: string
  source?: unknown
  meta?: unknown
}
export interface Answered {
  status: number
  headers: Headers
  text: string
  /**
   * Parsed if it is JSON, otherwise empty; every JSON:API document has passed the official schema and checkDocument.
   */
  body: { meta?: Record<string, unknown>; included?: TestResource[]; [member: string]: unknown }
  /** The primary data. */
  data: TestResource[]
  /** The first error of an error document. */
  error: TestError | undefined
}
export interface AskOptions {
  cookie?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string or Buffer unchanged. */
  body?: unknown
}
export type Ask = (method: string, path: string, options?: AskOptions) => Promise<Answered>

/**
 * Calls a server; every JSON:API response is validated. Like a browser, sends a cookie of the administration to its host
 * (`adminHost`).
 */
export function askAt(url: string, adminHost?: string): Ask {
  return async (method, path, { cookie, headers, body } = {}) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body)
    const toAdmin = adminHost !== undefined && cookie !== undefined && isOfAdministration(cookie)
    const response = await (toAdmin ? fetchFrom(adminHost) : fetch)(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'client-id': 'test',
        ...(body !== undefined && !raw ? { 'content-type': 'application/vnd.api+json' } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const parsed = /json/.test(type) ? (JSON.parse(text) as unknown) : undefined
    if (type.startsWith('application/vnd.api+json')) {
      checkBySchema(parsed)
      checkDocument(parsed, response.status)
    }
    const whole = (parsed ?? {}) as { data?: TestResource | TestResource[]; errors?: TestError[] }
    const data = whole.data === undefined ? [] : [whole.data].flat()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: { ...whole },
      data,
      error: whole.errors?.[0],
    }
  }
}

/** `fetch` with another Host header than that of the URL, which fetch itself does not send. */
export const fetchFrom =
  (host: string) =>
  async (url: string, { method, headers, body }: RequestInit): Promise<Response> => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body as string | Buffer) }
    const sent = httpRequest(url, { method, headers: { ...(headers as Record<string, string>), ...length, host } })
    const [received] = (await once(sent.end(body), 'response')) as [IncomingMessage]
    const pairs = Array.from({ length: received.rawHeaders.length / 2 }, (_, at): [string, string] => [
      received.rawHeaders[2 * at] ?? '',
      received.rawHeaders[2 * at + 1] ?? '',
    ])
    const status = received.statusCode ?? 0
    const content = await buffer(received)
    return new Response([204, 205, 304].includes(status) ? null : content, { status, headers: pairs })
  }
