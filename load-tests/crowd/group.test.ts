import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFigures } from './figures.ts'
import type { Host } from './follow.ts'
import { watchTogether } from './group.ts'
import { linesTo } from './line.ts'
import { speak } from './speak.ts'

/** A portal of one zone: devices 1 to 3, of which 3 is the marker. */
const http = createServer()
const io = new Server(http)
const versions = new Map([1, 2, 3].map((id) => [id, 1]))
const changeOf = (id: number) => ({
  kind: 'device',
  id,
  version: versions.get(id) ?? 0,
  view: { statusAt: versions.get(id) === 1 ? null : new Date().toISOString() },
})
const asked: { watch: string; cursor?: string }[] = []
let refuseNext = false

function push(id: number): void {
  versions.set(id, (versions.get(id) ?? 0) + 1)
  io.emit('push', { room: 'zone', cursor: 'later', changes: [changeOf(id)] })
}

beforeAll(async () => {
  io.on('connection', (socket: Socket) => {
    socket.on('watch', (body: { watch: string; cursor?: string }, ack: (answer: object) => void) => {
      asked.push(body)
      if (refuseNext) {
        refuseNext = false
        ack({ ok: false, refusal: { code: 'server-busy' } })
      } else {
        const mode = body.cursor === undefined ? 'snapshot' : 'resumed'
        ack({ ok: true, mode, cursor: 'first', changes: [...versions.keys()].map(changeOf) })
      }
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})
afterAll(() => io.close())

async function gather() {
  const figures = createFigures()
  const lineWith = await linesTo(`http://localhost:${(http.address() as AddressInfo).port}`)
  const timers = new Set<NodeJS.Timeout>()
  const host: Host = {
    ...figures,
    connect: ({ auth, headers }, on) => speak('/', auth, on, lineWith(headers)),
    later(run, ms) {
      // Ten times as fast as people are.
      const timer = setTimeout(() => {
        timers.delete(timer)
        run()
      }, ms / 10)
      timers.add(timer)
      return () => {
        clearTimeout(timer)
        timers.delete(timer)
      }
    },
  }
  const on = { watching: vi.fn(), over: vi.fn() }
  const value = (metric: string, name = 'count') => figures.summary({}, 1).metrics[metric]?.values[name]
  return { host, on, value, timers }
}
const settings = { startedAt: 0, wireVersion: 1, sampled: 1, seconds: 100 }
const three = [1, 2, 3].map((n) => ({ cookie: `sid=${n}`, marker: 3 }))

it('sockets of a separate process see every change, reconnect, and compare at the end [OPS-5]', async () => {
  const { host, on, value, timers } = await gather()
  refuseNext = true
  watchTogether(three, settings, host, on)
  await vi.waitFor(() => expect(on.watching).toHaveBeenCalledWith(3))
  expect(on.watching).toHaveBeenCalledTimes(1)
  push(1)
  await vi.waitFor(() => expect(value('push_ms', 'max')).toBeGreaterThanOrEqual(0))

  const before = asked.length
  io.disconnectSockets(true)
  await vi.waitFor(() => expect(value('came_back')).toBe(3))
  expect(asked.slice(before).map(({ cursor }) => cursor)).toEqual(['later', 'later', 'later'])
  expect([value('reconnects'), value('resumed')]).toEqual([3, 3])

  push(2)
  push(3)
  await vi.waitFor(() => expect(on.over).toHaveBeenCalledTimes(1))
  expect([value('finished'), value('missing'), value('checks', 'rate')]).toEqual([3, 0, 1])
  expect(value('changes_seen')).toBe(9)
  expect(timers.size).toBe(0)
})

it('a watcher that never sees the last change gives up in time and counts as unfinished [OPS-5]', async () => {
  const { host, on, value } = await gather()
  const patience = { ...settings, seconds: 5 }
  watchTogether([{ cookie: 'sid=4', marker: 99 }], patience, host, on)
  await vi.waitFor(() => expect(on.over).toHaveBeenCalledTimes(1))
  expect(on.watching).toHaveBeenCalledWith(1)
  expect(value('finished')).toBe(0)
})
