import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { Server, type Socket } from 'socket.io'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { decode, encodeAck, encodeConnect, encodeEvent, eventName, type Frame, pong } from './socket-io.ts'

const http = createServer()
const io = new Server(http, { pingInterval: 50, pingTimeout: 2_000 })
let url: string

beforeAll(async () => {
  for (const name of ['/', '/gateway']) {
    io.of(name).use((socket, next) => {
      const good = (socket.handshake.auth as { token?: string }).token === 'right'
      next(good ? undefined : Object.assign(new Error('no'), { data: { code: 'not-authorized' } }))
    })
    io.of(name).on('connection', (socket: Socket) => {
      socket.on('echo', (body: unknown, ack: (answer: unknown) => void) => ack({ body }))
      socket.on('ask back', async (body: unknown) => {
        socket.emit('answered', await socket.emitWithAck('question', body))
      })
    })
  }
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/socket.io/?EIO=4&transport=websocket`
})
afterAll(() => io.close())

/** Speaks to a real Socket.IO server with the codec alone. */
async function speak(namespace: string, token: string) {
  const socket = new WebSocket(url)
  const frames: Frame[] = []
  socket.on('message', (data: Buffer) => {
    const frame = decode(data.toString())
    if (frame.type === 'ping') socket.send(pong)
    if (frame.type === 'open') socket.send(encodeConnect(namespace, { token }))
    frames.push(frame)
  })
  await once(socket, 'open')
  const next = async <T extends Frame['type']>(type: T) => {
    const found = () => frames.find((frame) => frame.type === type)
    await expect.poll(found, { interval: 5 }).toBeDefined()
    return found() as Extract<Frame, { type: T }>
  }
  return { socket, frames, next }
}

describe.each(['/', '/gateway'])('frames of Socket.IO in the namespace %s', (namespace) => {
  it('are understood both ways by a real server, and pings get their pongs [OPS-5]', async () => {
    const { socket, frames, next } = await speak(namespace, 'right')
    await next('connected')
    socket.send(encodeEvent(namespace, 'echo', { text: 'größer, "4/2"', list: [1, null] }, 17))
    const ack = await next('ack')
    expect([ack.id, JSON.parse(ack.json)]).toEqual([17, [{ body: { text: 'größer, "4/2"', list: [1, null] } }]])
    socket.send(encodeEvent(namespace, 'ask back', 7))
    const question = await next('event')
    expect([eventName(question.json), JSON.parse(question.json)]).toEqual(['question', ['question', 7]])
    frames.length = 0
    socket.send(encodeAck(namespace, question.id ?? -1, { taken: true }))
    const answered = await next('event')
    expect(JSON.parse(answered.json)).toEqual(['answered', { taken: true }])
    await next('ping')
    io.of(namespace).disconnectSockets(false)
    await next('disconnected')
    socket.close()
  })

  it('return why a namespace was refused [OPS-5]', async () => {
    const { socket, next } = await speak(namespace, 'wrong')
    expect(JSON.parse((await next('refused')).json)).toMatchObject({ data: { code: 'not-authorized' } })
    socket.close()
  })
})

it('decoding reverses encoding, whatever the body [OPS-5]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('/', '/gateway'),
      fc.option(fc.nat(), { nil: undefined }),
      fc.jsonValue(),
      (namespace, id, body) => {
        const frame = decode(encodeEvent(namespace, 'messages', body, id))
        expect(frame).toMatchObject({ type: 'event', id: id ?? null })
        expect(frame.type === 'event' && JSON.parse(frame.json)).toEqual(JSON.parse(JSON.stringify(['messages', body])))
        expect(decode(encodeAck(namespace, 5, body))).toEqual({ type: 'ack', id: 5, json: JSON.stringify([body]) })
      },
    ),
  )
})
