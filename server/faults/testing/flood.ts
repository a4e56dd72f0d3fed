import { Agent, request } from 'node:http'

/** Message to the flood: begin, or end. */
export interface FloodOrder {
  readonly url: string
  readonly mark: string
  readonly gateways: readonly FloodGateway[]
  readonly perBody: number
  /** Messages per second of all devices together; null = as many as are accepted. */
  readonly perSecond: number | null
  /** Concurrent bodies per gateway. */
  readonly lanes: number
}
export interface FloodGateway {
  readonly id: number
  readonly token: string
  readonly devices: readonly string[]
}
export interface FloodReport {
  readonly seconds: number
  readonly bodies: number
  readonly stored: number
  readonly duplicate: number
  /** Bodies refused with 429 or 503, and how many of those had no Retry-After. */
  readonly refused: number
  readonly untold: number
  /** Other responses by status; 0 = no response. */
  readonly other: Readonly<Record<string, number>>
  /** Acknowledged messages by gateway, and those given up at the end without a clear response: stored or not. */
  readonly byGateway: Readonly<Record<number, number>>
  readonly open: Readonly<Record<number, number>>
  /** ms from the first attempt to the 200. */
  readonly p50: number
  readonly p95: number
  readonly told: { readonly least: number; readonly most: number }
}

/**
 * Gateways that send measurements as real ones do: they keep everything until it is acknowledged, honour Retry-After, and buffer the excess.
 * A separate program (fork it), so that it does not distort the figures of others.
 */
async function flood(order: FloodOrder, ended: Promise<void>): Promise<FloodReport> {
  const { url, gateways, perBody, perSecond, lanes } = order
  const agent = new Agent({ keepAlive: true })
  const counts = { bodies: 0, stored: 0, duplicate: 0, refused: 0, untold: 0 }
  const other: Record<string, number> = {}
  const byGateway: Record<number, number> = {}
  const open: Record<number, number> = {}
  const times: number[] = []
  const told = { least: Number.POSITIVE_INFINITY, most: 0 }
  const began = performance.now()
  let stopped = false
  void ended.then(() => {
    stopped = true
  })
  let said = 0
  /** When the next body is due; what is not sent by then stays in the gateway's buffer. */
  const turn = (): number => {
    const due = perSecond === null ? 0 : began + (said * perBody * 1_000) / perSecond
    said += 1
    return due
  }
  const send = (
    token: string,
    json: string,
  ): Promise<{ status: number; text: string; retryAfter: string | undefined }> =>
    new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      }
      const call = request(`${url}/gateway/v1/messages`, { agent, method: 'POST', headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        const end = () =>
          resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] })
        response.on('end', end)
        response.on('error', end)
      })
      call.on('error', () => resolve({ status: 0, text: '', retryAfter: undefined }))
      call.end(json)
    })
  const pause = (ms: number): Promise<unknown> =>
    Promise.race([ended, new Promise((resolve) => setTimeout(resolve, ms).unref())])

  const lane = async (gateway: FloodGateway, body: () => string): Promise<void> => {
    while (!stopped) {
      const early = turn() - performance.now()
      if (early > 0) await pause(early)
      if (stopped) return
      const json = body()
      const firstAt = performance.now()
      let done = false
      while (!done && !stopped) {
        const { status, text, retryAfter } = await send(gateway.token, json)
        counts.bodies += 1
        if (status === 200) {
          const reply = JSON.parse(text) as { stored: number; duplicate: number }
          counts.stored += reply.stored
          counts.duplicate += reply.duplicate
          byGateway[gateway.id] = (byGateway[gateway.id] ?? 0) + reply.stored + reply.duplicate
          times.push(performance.now() - firstAt)
          done = true
        } else if (status === 429 || status === 503) {
          counts.refused += 1
          const seconds = Number(retryAfter)
          if (!(seconds >= 1)) counts.untold += 1
          told.least = Math.min(told.least, seconds)
          told.most = Math.max(told.most, seconds)
          await pause(1_000 * (seconds || 1))
        } else {
          other[status] = (other[status] ?? 0) + 1
          await pause(500)
        }
      }
      if (!done) open[gateway.id] = (open[gateway.id] ?? 0) + perBody
    }
  }
  await Promise.all(
    gateways.flatMap((gateway) => {
      const body = bodies(order, gateway)
      return Array.from({ length: lanes }, () => lane(gateway, body))
    }),
  )
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  const seconds = (performance.now() - began) / 1_000
  return { seconds, ...counts, other, byGateway, open, p50: at(0.5), p95: at(0.95), told }
}

/** Returns the next body of a gateway: a reading of each of its devices in turn, no two with the same time. */
function bodies({ mark, perBody }: FloodOrder, { devices }: FloodGateway): () => string {
  let number = 0
  let last = 0
  return () => {
    number += 1
    const messages: string[] = []
    for (let n = 0; n < perBody; n += 1) {
      if (n % devices.length === 0) last = Math.max(Date.now(), last + 1)
      messages.push(
        `{"id":"${mark}-${number}-${n}","at":"${new Date(last).toISOString()}","device":"${devices[n % devices.length]}","kind":"reading","temperature":${(n % 40) / 2},"humidity":${40 + (n % 50)},"supplyVoltage":3.58,"rssi":-${70 + (n % 30)},"rxTimeouts":0,"retries":1,"dirty":false}`,
      )
    }
    return `{"messages":[${messages.join(',')}]}`
  }
}

if (process.send) {
  let end: () => void = () => undefined
  process.on('disconnect', () => process.exit(0))
  process.on('message', (told: FloodOrder | 'end') => {
    if (told === 'end') return end()
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    flood(told, ended).then(
      (report) => process.send?.(report),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  })
  process.send('ready')
}
