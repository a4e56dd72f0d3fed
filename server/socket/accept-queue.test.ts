import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { type Arrivals, acceptFirst } from './accept-queue.ts'

let http: Server
const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
  http.close()
  http.closeAllConnections()
})
const port = () => (http.address() as AddressInfo).port
const hello = 'GET / HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'

/** What keeps the loop from its next turn for some milliseconds. */
function work(): void {
  for (let n = 0; n < 3_000_000; n += 1) Math.sqrt(n)
}
/** A server whose sockets take some work to open, and then reply 101; its time advances on request only. */
async function start(now = () => 0): Promise<{ arrivals: Arrivals; opened: () => number }> {
  http = createServer((_, response) => response.end('well'))
  let opened = 0
  http.on('upgrade', (_request, socket) => {
    opened += 1
    socket.on('error', () => undefined)
    work()
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
  })
  const arrivals = acceptFirst(http, now)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return { arrivals, opened: () => opened }
}
function come(): Socket {
  const socket = connect(port(), '127.0.0.1', () => socket.write(hello))
  socket.on('error', () => undefined)
  open.push(socket)
  return socket
}
const answer = (): Promise<number | undefined> =>
  new Promise((resolve, reject) =>
    get({ port: port(), host: '127.0.0.1', agent: false }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    ),
  )

it('lets who comes with a call pass those who come to stay, and forgets none of them [LIVE-6]', async () => {
  const { arrivals, opened } = await start()
  const sockets = Array.from({ length: 200 }, come)
  const told = Promise.all(sockets.map((socket) => once(socket, 'data')))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  expect(await answer()).toBe(200)
  // Most of those who were there before wait.
  expect(opened()).toBeLessThan(100)
  expect((await told).every(([text]) => String(text).startsWith('HTTP/1.1 101'))).toBe(true)
  expect([opened(), arrivals.waiting()]).toEqual([200, 0])
})

it('opens nothing for who has gone while he waited [LIVE-6]', async () => {
  const { arrivals, opened } = await start()
  const sockets = Array.from({ length: 100 }, come)
  await vi.waitFor(() => expect(arrivals.waiting() + opened()).toBe(100), { interval: 1 })
  expect(arrivals.waiting()).toBeGreaterThan(20)
  // Politely, or as those do who break off.
  for (const [at, socket] of sockets.entries())
    if (at % 2 === 0) socket.end()
    else socket.resetAndDestroy()
  await vi.waitFor(() => expect(arrivals.waiting()).toBe(0))
  const before = opened()
  expect(before).toBeLessThan(100)
  const [text] = await once(come(), 'data')
  expect(String(text)).toContain('101')
  expect(opened()).toBe(before + 1)
})

it('opens sockets at once also while calls keep coming on connections of their own', async () => {
  let time = 0
  const { opened } = await start(() => time)
  let calls = 0
  let over = false
  // Each call makes a turn 3 ms long, and there is one in every turn.
  http.on('request', () => {
    time += 3
  })
  const lanes = Array.from({ length: 20 }, async () => {
    for (; !over; calls += 1) await answer()
  })
  await vi.waitFor(() => expect(calls).toBeGreaterThan(40))
  const sockets = Array.from({ length: 20 }, come)
  const before = calls
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  const meanwhile = calls - before
  over = true
  await Promise.all(lanes)
  expect(opened()).toBe(20)
  // By turns alone it would be one in sixty-four of them.
  expect(meanwhile).toBeLessThan(20 * 32)
})
