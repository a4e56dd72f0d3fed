import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { GatewayMessage, MessagesReply, OrderFrame, OrderTaken } from '../../contract/gateway.ts'
import type { SimulatedDeviceConfig, SimulatedGatewayConfig } from '../../db/seeds/simulator-config.ts'
import { stayAt } from '../../db/seeds/stays.ts'
import { sign } from '../gateways/sign.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from './start.ts'

const key = Buffer.alloc(32, 3)
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function device(hardwareId: string, type: string, more: Partial<SimulatedDeviceConfig> = {}): SimulatedDeviceConfig {
  return {
    hardwareId,
    name: hardwareId,
    type,
    reportIntervalS: 600,
    open: false,
    autoClose: false,
    gateTimeS: 60,
    unusedGateTimeS: 180,
    use: null,
    replay: { recording: 'autumn', day: 1, lateS: 0, warmer: 0, swing: 1, rssi: 0 },
    moveMs: 30,
    ...more,
  }
}

const gateway: SimulatedGatewayConfig = {
  hardwareId: 'GW-1',
  name: 'Gateway',
  site: 'Site',
  token: 'token-1',
  orderKey: key.toString('base64url'),
  via: 'link',
  devices: [device('A', 'BIKE_BOX'), device('B', 'PARKING_LOT')],
}

/** The other end of the protocol, by hand: it can forge and replay orders, which the portal never does. */
async function peer() {
  const http = createServer()
  const io = new Server(http)
  const received: GatewayMessage[] = []
  const batches: GatewayMessage[][] = []
  const ids = new Set<string>()
  const sockets: Socket[] = []
  let answering = true
  io.of('/gateway').on('connection', (socket) => {
    sockets.push(socket)
    socket.emit('hello', { time: new Date().toISOString(), protocol: 1, heartbeatSeconds: 25 })
    socket.on('messages', (body: { messages: GatewayMessage[] }, acknowledge: (reply: MessagesReply) => void) => {
      batches.push(body.messages)
      const fresh = body.messages.filter(({ id }) => !ids.has(id))
      for (const message of fresh) ids.add(message.id)
      received.push(...fresh)
      if (answering) acknowledge({ stored: fresh.length, duplicate: body.messages.length - fresh.length, refused: [] })
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  closers.push(() => io.close())
  let counter = 0
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    received,
    batches,
    sockets,
    answer: (now: boolean) => {
      answering = now
    },
    frame(to: string, action: OrderFrame['do'], more: Partial<OrderFrame> = {}): OrderFrame {
      counter++
      const [issuedAt, expiresAt] = [new Date(), new Date(Date.now() + 15_000)].map((time) => time.toISOString())
      return sign(
        {
          order: `order-${counter}`,
          counter,
          device: to,
          do: action,
          issuedAt: issuedAt ?? '',
          expiresAt: expiresAt ?? '',
          ...more,
        },
        key,
      )
    },
    order: (frame: OrderFrame): Promise<OrderTaken> =>
      sockets.at(-1)?.emitWithAck('order', frame) ?? Promise.reject(new Error('no link')),
    answers: (order: string) =>
      received.flatMap((message) => (message.kind === 'answer' && message.order === order ? [message.result] : [])),
    statuses: (of: string) =>
      received.flatMap((message) => (message.kind === 'status' && message.device === of ? [message.status] : [])),
  }
}

async function start(url: string, more: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const simulator = startSimulator({ url, gateways: [gateway], ...more })
  closers.push(() => simulator.stop())
  await simulator.connected()
  return simulator
}

describe('simulated gateway on its link [GW-6]', () => {
  it('reports status and readings of every device when it connects', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    await vi.waitFor(() => expect(portal.received).toHaveLength(4))
    await simulator.drained()
    expect(portal.received.map(({ device: of, kind }) => `${of} ${kind}`).toSorted()).toEqual([
      'A reading',
      'A status',
      'B reading',
      'B status',
    ])
    for (const { at } of portal.received) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(5_000)
  })

  it('lets people come and go by the real clock, however fast the recordings run', async () => {
    const minute = 60_000
    const coming = Array.from({ length: 2_000 }, (_, laterMin) => ({ spot: 0, stretch: 1, laterMin })).find((use) => {
      const { occupied, changesAt } = stayAt(use, Date.now())
      return !occupied && changesAt - Date.now() > 5 * minute && changesAt - Date.now() < 20 * minute
    })
    if (!coming) throw new Error('nobody comes within 20 minutes')
    const portal = await peer()
    const place = { ...device('P', 'PARKING_SENSOR', { reportIntervalS: 0.05 }), use: coming }
    await start(portal.url, { speed: 30_000, gateways: [{ ...gateway, devices: [place] }] })
    const statuses = () => portal.received.flatMap((message) => (message.kind === 'status' ? [message.status] : []))
    await vi.waitFor(() => expect(statuses().length).toBeGreaterThan(8))
    expect(new Set(statuses())).toEqual(new Set(['free']))
  })

  it('forwards what its readers read, except what looks like its own statement [GW-2]', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    expect(simulator.act('A', 'rfid', 'reservation:17')).toMatch('The gateway knows no reservation')
    expect(simulator.act('A', 'pin', ' reservation:17 ')).toMatch('The gateway knows no reservation')
    expect(simulator.act('A', 'rfid', '04A2B3')).toMatch('has told the portal')
    await simulator.drained()
    const events = portal.received.flatMap((message) => (message.kind === 'event' ? [message.value] : []))
    expect(events).toEqual(['04A2B3'])
  })

  it("carries out an order: taken, accepted, done, and the device's report", async () => {
    const portal = await peer()
    await start(portal.url)
    const frame = portal.frame('A', 'open')
    expect(await portal.order(frame)).toEqual({ taken: true })
    await vi.waitFor(() => expect(portal.answers(frame.order)).toEqual(['accepted', 'done']))
    const report = portal.received.findLast((message) => message.kind === 'status' && message.device === 'A')
    expect(report).toMatchObject({ door: 'open' })
  })

  it('refuses forged, replayed, expired, seen and unknown orders, and moves nothing for them [CTRL-8]', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    const first = portal.frame('A', 'open')
    expect(await portal.order(first)).toEqual({ taken: true })
    await vi.waitFor(() => expect(portal.answers(first.order)).toEqual(['accepted', 'done']))
    expect(await portal.order({ ...portal.frame('B', 'open'), device: 'A', do: 'close' })).toEqual({
      taken: false,
      code: 'forged',
    })
    expect(await portal.order(portal.frame('A', 'close', { counter: 1 }))).toEqual({ taken: false, code: 'replayed' })
    expect(
      await portal.order(portal.frame('A', 'close', { expiresAt: new Date(Date.now() - 10_000).toISOString() })),
    ).toEqual({ taken: false, code: 'expired' })
    expect(await portal.order(portal.frame('Z', 'open'))).toEqual({ taken: false, code: 'unknown-device' })
    expect(await portal.order(first)).toEqual({ taken: false, code: 'seen' })
    await vi.waitFor(() => expect(portal.answers(first.order)).toEqual(['accepted', 'done', 'done']))
    expect(simulator.device('A').door()).toBe('open')
  })

  it('keeps unacknowledged messages while offline and sends them later under the same ids', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    await vi.waitFor(() => expect(portal.received).toHaveLength(4))
    simulator.fault('GW-1', 'offline')
    await vi.waitFor(() => expect(portal.sockets[0]?.connected).toBe(false))
    for (let i = 0; i < 20; i++) simulator.device(i % 2 === 0 ? 'A' : 'B').report()
    expect(simulator.gateway('GW-1').waiting()).toBeGreaterThanOrEqual(20)
    const before = portal.received.length
    simulator.fault('GW-1', 'ok')
    await simulator.connected()
    await simulator.drained()
    expect(portal.received.length - before).toBeGreaterThanOrEqual(22)
    expect(new Set(portal.received.map(({ id }) => id)).size).toBe(portal.received.length)
  })

  it('sends a batch again with the same ids if the reply was lost', async () => {
    const portal = await peer()
    portal.answer(false)
    const simulator = await start(portal.url)
    await vi.waitFor(() => expect(portal.batches).toHaveLength(1))
    portal.answer(true)
    portal.sockets[0]?.disconnect(true)
    await vi.waitFor(() => expect(portal.sockets).toHaveLength(2))
    await simulator.drained()
    expect(simulator.stats().duplicate).toBe(portal.batches[0]?.length)
  })

  it('duplicate and shuffle: the same messages twice, in a different order', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    await simulator.drained()
    simulator.fault('GW-1', 'duplicate')
    const before = portal.batches.length
    simulator.device('A').report()
    await vi.waitFor(() => expect(portal.batches.length - before).toBe(2))
    expect(portal.batches.at(-1)).toEqual(portal.batches.at(-2))
    simulator.fault('GW-1', 'shuffle')
    for (let i = 0; i < 30; i++) simulator.device('A').report()
    await simulator.drained()
    const ids = portal.batches.at(-1)?.map(({ id }) => id) ?? []
    expect(ids).not.toEqual(ids.toSorted())
  })

  it('clock-skew: its messages come from the future', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    simulator.fault('GW-1', 'clock-skew')
    simulator.device('A').report()
    await simulator.drained()
    expect(Date.parse(portal.received.at(-1)?.at ?? '') - Date.now()).toBeGreaterThan(6 * 60_000)
  })

  it('lie: answers done, but nothing moves', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    await simulator.drained()
    simulator.fault('GW-1', 'lie')
    const reports = portal.statuses('A').length
    const frame = portal.frame('A', 'open')
    await portal.order(frame)
    await vi.waitFor(() => expect(portal.answers(frame.order)).toEqual(['accepted', 'done']))
    expect(portal.statuses('A')).toHaveLength(reports)
  })

  it('restart: a few seconds without link, new message ids, and the order counter is kept', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    await portal.order(portal.frame('A', 'open'))
    await simulator.drained()
    const prefixes = () => new Set(portal.received.map(({ id }) => id.split('-')[0]))
    expect(prefixes().size).toBe(1)
    simulator.fault('GW-1', 'restart')
    await vi.waitFor(() => expect(portal.sockets).toHaveLength(2))
    await vi.waitFor(() => expect(prefixes().size).toBe(2))
    expect(await portal.order(portal.frame('A', 'close', { counter: 1 }))).toEqual({ taken: false, code: 'replayed' })
  })

  it('lets in people it knows while its uplink is cut, and reports that later in order, with the true times [GW-2]', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    const [from, until] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)].map((time) =>
      time.toISOString(),
    )
    const pinHash = createHmac('sha256', key).update('7:123455').digest('hex')
    const reservation = { id: 7, device: 'A', from, until, pinHash, rfid: null, plate: null }
    const frame = { version: 3, from, until, reservations: [reservation] }
    expect(await portal.sockets[0]?.emitWithAck('reservations', frame)).toEqual({ version: 3 })
    await simulator.drained()
    const before = portal.received.length
    expect(simulator.act('A', 'pin', '111111')).toContain('has told the portal')
    await vi.waitFor(() => expect(portal.received.at(-1)).toMatchObject({ event: 'pin-entered', value: '111111' }))
    simulator.act('A', 'uplink', 'off')
    await vi.waitFor(() => expect(portal.sockets[0]?.connected).toBe(false))
    const began = Date.now()
    expect(simulator.act('A', 'pin', '000000')).toContain('Wrong PIN')
    expect(simulator.act('A', 'pin', '123455')).toContain('by itself, for reservation 7')
    await vi.waitFor(() => expect(simulator.device('A').door()).toBe('open'))
    simulator.act('A', 'enter', '')
    const ended = Date.now()
    simulator.act('GW-1', 'uplink', 'on')
    await simulator.connected()
    await simulator.drained()
    const offline = portal.received.slice(before + 1).filter(({ device: of }) => of === 'A')
    expect(offline.slice(0, 4)).toMatchObject([
      { kind: 'event', event: 'pin-entered', value: 'reservation:7' },
      { kind: 'status', status: 'free', door: 'open' },
      { kind: 'event', event: 'entry' },
      { kind: 'status', status: 'occupied', door: 'open' },
    ])
    const times = offline.slice(0, 4).map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // Two messages of one millisecond are told apart by the next one.
    for (const time of times) expect(time).toBeGreaterThan(began - 50)
    for (const time of times) expect(time).toBeLessThan(ended + 50)
    expect(JSON.stringify(offline)).not.toContain('123455')
  })

  it('says clearly what is impossible', async () => {
    const portal = await peer()
    const simulator = await start(portal.url)
    expect(() => simulator.fault('X', 'jam')).toThrow('There is no device X')
    expect(() => simulator.fault('A', 'jump')).toThrow('A device cannot be told "jump". It can: jam, silent')
    expect(() => simulator.fault('B', 'door-stuck')).toThrow('B cannot have "door-stuck": a PARKING_LOT has no door')
    expect(() => simulator.fault('GW-1', 'jam')).toThrow('A gateway cannot be told "jam"')
  })
})
