import pino from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createThreads } from './ingest-threads.ts'

/** A thread that says which one it is, replies to each third body only at the end, and fails when told to. */
const thread = `
  import { parentPort, threadId } from 'node:worker_threads'
  const late = []
  let batches = 0
  parentPort.on('message', (said) => {
    if ('stop' in said) {
      for (const answer of late) answer()
      return parentPort.close()
    }
    const body = JSON.parse(Buffer.from(said.body).toString())
    if (body.fail) throw Object.assign(new Error('out of order'), { code: 'TRIED' })
    if (body.log) parentPort.postMessage({ log: JSON.stringify({ level: 40, time: 1, msg: body.log, gateway: 7 }) })
    batches += 1
    const answer = () => parentPort.postMessage({
      job: said.job, stats: { queued: late.length, writing: 0, batches }, seconds: [said.share],
      answer: { ok: true, reply: { stored: threadId, duplicate: said.gateway.gatewayId, refused: [{ id: JSON.stringify(body) }] } },
    })
    if (body.late) late.push(answer)
    else answer()
  })`
const lines: { level: number; msg: string; gateway?: number; bodies?: number }[] = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
const took = vi.fn()
let storer: ReturnType<typeof createThreads>
const start = (threads: number) => {
  storer = createThreads({
    databaseUrl: 'postgres://nowhere',
    log,
    threads,
    share: () => 0.5,
    metrics: { ingestQueue: { set() {} }, ingestSeconds: { observe: took } },
    entry: new URL(`data:text/javascript,${encodeURIComponent(thread)}`),
  })
  return (gatewayId: number, body: unknown) =>
    storer.store({ gatewayId, registryVersion: 1 } as never, body as never) as Promise<{
      ok: boolean
      status?: number
      reply: { stored: number; duplicate: number; refused: { id: string }[] }
    }>
}
afterEach(() => storer.stop())
/** Larger than news. */
const large = (what: object) => ({ ...what, said: '.'.repeat(4_096) })

describe('threads of ingest [GW-1]', () => {
  it('take JSON bytes or a value, leave foreign memory alone, and use the same thread for a gateway', async () => {
    const store = start(2)
    const text = JSON.stringify(large({ a: 1 }))
    const shared = Buffer.from(`xx${text}yy`)
    const [first, same, other, parsed] = await Promise.all([
      store(1, shared.subarray(2, -2)),
      store(1, Buffer.from(JSON.stringify(large({ b: 2 })))),
      store(2, Buffer.from(JSON.stringify(large({ c: 3 })))),
      store(3, large({ d: 4 })),
    ])
    expect([first, same, other, parsed].map(({ reply }) => reply.refused[0]?.id)).toEqual(
      [{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }].map((each) => JSON.stringify(large(each))),
    )
    expect(shared.toString()).toBe(`xx${text}yy`)
    expect(same.reply.stored).toBe(first.reply.stored)
    expect(parsed.reply.stored).toBe(first.reply.stored)
    expect(other.reply.stored).not.toBe(first.reply.stored)
    expect(took).toHaveBeenCalledWith(0.5)
    expect(storer.stats()).toEqual({ queued: 0, writing: 0, batches: 4 })
  })

  it('a separate one takes small bodies, but none past earlier ones of their gateway, and not too many', async () => {
    const store = start(1)
    const [news, other, backlog] = await Promise.all([store(1, {}), store(2, { n: 1 }), store(1, large({}))])
    expect(other.reply.stored).toBe(news.reply.stored)
    expect(backlog.reply.stored).not.toBe(news.reply.stored)
    expect((await store(1, {})).reply.stored).toBe(news.reply.stored)
    const waiting = store(1, large({ late: true }))
    expect((await store(1, {})).reply.stored).toBe(backlog.reply.stored)
    expect((await store(2, {})).reply.stored).toBe(news.reply.stored)
    const many = Array.from({ length: 100 }, () => store(2, { late: true }))
    expect((await store(3, {})).reply.stored).toBe(backlog.reply.stored)
    await storer.stop()
    expect((await waiting).reply.stored).toBe(backlog.reply.stored)
    expect(new Set((await Promise.all(many)).map(({ reply }) => reply.stored))).toEqual(new Set([news.reply.stored]))
  })

  it("acknowledge nothing of a failed thread's bodies, and start a new one for the next body", async () => {
    const store = start(1)
    await store(1, {})
    const waiting = store(1, { late: true })
    expect(storer.stats().writing).toBe(1)
    const failed = store(1, { fail: true })
    expect(await Promise.all([waiting, failed])).toMatchObject([
      { ok: false, status: 503, reason: 'database', retryAfterSeconds: 2 },
      { ok: false, status: 503, reason: 'database', retryAfterSeconds: 2 },
    ])
    expect(lines.map(({ msg, bodies }) => [msg, bodies])).toEqual([
      ['an ingest thread failed', undefined],
      ['an ingest thread ended with bodies in progress', 2],
    ])
    const again = await store(1, { again: 1 })
    expect(again).toMatchObject({ ok: true })
    // So does the one of larger bodies; nothing of it keeps news waiting afterwards.
    expect(await store(1, large({ fail: true }))).toMatchObject({ ok: false, status: 503 })
    expect((await store(1, {})).reply.stored).toBe(again.reply.stored)
    expect(await store(1, large({}))).toMatchObject({ ok: true })
    expect(storer.stats().writing).toBe(0)
  })

  it('refuse what cannot be serialized as JSON, and leave nothing waiting', async () => {
    const store = start(1)
    const deep = JSON.parse(`{"messages":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`) as object
    expect(await store(1, deep)).toMatchObject({ ok: false, status: 400, reason: 'malformed' })
    expect(storer.stats().writing).toBe(0)
  })

  it('end when everything accepted has a reply, accept nothing afterwards, and forward their log', async () => {
    const store = start(1)
    const waiting = store(1, { late: true, log: 'slow' })
    await storer.stop()
    expect(await waiting).toMatchObject({ ok: true })
    expect(await store(1, {})).toMatchObject({ ok: false, status: 503, reason: 'stopping' })
    expect(lines.at(-1)).toMatchObject({ level: 40, msg: 'slow', gateway: 7 })
  })
})
