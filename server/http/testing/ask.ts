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

/** Calls a server; every JSON:API response is validated. */
export function askAt(url: string): Ask {
  return async (method, path, { cookie, headers, body } = {}) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body)
    const response = await fetch(`${url}${path}`, {
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
