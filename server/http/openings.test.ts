import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { type Openings, prepareOpenings } from './openings.ts'

const backlog = 4_096
const open: Socket[] = []
let http: Server
let openings: Openings
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  http.close()
  http.closeAllConnections()
  await openings.close()
})
const port = () => (http.address() as AddressInfo).port

/** A server that answers who asks, when all openings are there, or none can be. */
async function start(program?: string) {
  const warn = vi.fn()
  let taken = 0
  openings = prepareOpenings({ backlog, log: { warn }, ...(program ? { program } : {}) })
  http = createServer((_, response) => response.end('well'))
  http.on('connection', () => {
    taken += 1
  })
  http.listen({ port: 0, host: '127.0.0.1', backlog })
  await once(http, 'listening')
  const made = openings.of(http)
  return { warn, made, taken: () => taken }
}
function come(): Socket {
  const socket = connect(port(), '127.0.0.1')
  open.push(socket)
  return socket
}
const ask = 'GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n'

it('takes in many connections in one turn of the loop', async () => {
  const { made, taken } = await start()
  expect(await made).toBe(15)
  const many = 120
  const connected = Array.from({ length: many }, () => once(come(), 'connect'))
  let turns = 0
  await new Promise<void>((resolve) => {
    const turn = (): void => {
      turns += 1
      // As long as one takes where everybody has work to do: all have knocked within the first few.
      for (let n = 0; n < 3_000_000; n += 1) Math.sqrt(n)
      if (taken() < many) setImmediate(turn)
      else resolve()
    }
    turn()
  })
  // Node alone would have taken 120.
  expect(turns).toBeLessThan(many / 4)
  await Promise.all(connected)
})

it('answers whoever comes through any of them, also who has said all that he wants to, and closes with the port', async () => {
  const { made } = await start()
  await made
  const answers = Array.from({ length: 64 }, () => {
    const socket = come()
    socket.end(ask)
    return text(socket)
  })
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200 OK[^]*well$/)
  const held = come()
  await once(held, 'connect')
  const before = port()
  http.close()
  const closed = openings.close()
  http.closeAllConnections()
  held.destroy()
  await closed
  await expect(once(connect(before, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
})

it('has its one opening where the port is not its own', async () => {
  const warn = vi.fn()
  openings = prepareOpenings({ backlog, log: { warn } })
  // As a worker of a cluster has it.
  const handle = { listen: () => 0, close: () => undefined }
  http = Object.assign(createServer(), { _handle: handle })
  expect(await openings.of(http)).toBe(0)
  expect(warn).toHaveBeenCalled()
})

it('closes also before they are made, and the port is closed then', async () => {
  const { made } = await start()
  const before = port()
  http.close()
  await openings.close()
  await made
  await expect(once(connect(before, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
})

it.each([
  ['cannot be started', '/nowhere/node'],
  ['goes without a word', '/bin/false'],
  ['is no name of a program', 'node\0'],
])('has its one opening where the other process %s, and says so', async (_how, program) => {
  const { warn, made } = await start(program)
  expect(await made).toBe(0)
  expect(warn).toHaveBeenCalled()
  const socket = come()
  socket.end(ask)
  expect(await text(socket)).toContain('well')
})
