import type { Knex } from 'knex'
import { io as connect } from 'socket.io-client'
import { command, devices } from '../../contract/control.ts'
import type { DeviceView } from '../../contract/devices.ts'
import type { RunningPortal } from '../../server/testing/harness.ts'
import { connectPerson, type Person, postMessages, type Watched } from '../../server/testing/person.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import { addGateway, type World, type WorldGateway } from '../../server/testing/world.ts'

export interface Latency {
  readonly p50: number
  readonly p99: number
}
export interface CommandFigures {
  /** Milliseconds from the command at a socket to the frame at the gateway. */
  readonly toGateway: Latency
  /** Milliseconds from the gateway's status message to the push at a watching socket. */
  readonly toScreen: Latency
  readonly rounds: number
  /** Readings stored a second meanwhile. */
  readonly load: number
}

/** Devices of the controlled gateway: a device may move only once in 2 s, so the commands merely refresh. */
const commanded = 40

/**
 * Click to gateway and gateway to screen, one command at a time, while other gateways send `readingsPerSecond`. Uses a
 * gateway on a live link and a watching socket, as in production.
 */
export async function commandLatency(
  portal: RunningPortal,
  knex: Knex,
  world: World,
  { rounds, readingsPerSecond }: { rounds: number; readingsPerSecond: number },
): Promise<CommandFigures> {
  const mark = `bench-commands-${readingsPerSecond}`
  const gateway = await addGateway(knex, world.own.siteId, mark, commanded)
  const person = await connectPerson(portal.url, await cookieFor(knex, world.users.rm.id))
  const link = await openLink(portal.url, gateway)
  for (const { hardwareId } of gateway.devices) await link.say({ kind: 'status', device: hardwareId, status: 'free' })
  const watched = await person.watch(devices, {})
  const load = await startLoad(portal, knex, world, readingsPerSecond)
  const toGateway: number[] = []
  const toScreen: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const device = gateway.devices[round % gateway.devices.length]
    if (!device) throw new Error('no device')
    const clicked = performance.now()
    const framed = link.nextFrame()
    const answer = await person.command(command, { deviceId: device.id, action: 'refresh' })
    if (!answer.ok) throw new Error(answer.refusal.code)
    toGateway.push((await framed).at - clicked)
    await movement()
    const said = performance.now()
    const settled = shown(person, watched, device.id, answer.reply.deviceCommandId)
    await link.say({ kind: 'status', device: device.hardwareId, status: round % 80 < 40 ? 'occupied' : 'free' })
    toScreen.push((await settled) - said)
  }
  const stored = await load.stop()
  link.close()
  person.close()
  return { toGateway: latency(toGateway), toScreen: latency(toScreen), rounds, load: stored }
}

/**
 * Time of a movement; meanwhile the pushes of the command have gone out and delay nothing (a row is pushed ten times a
 * second).
 */
const movement = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))

/** When the watching socket reads that this command is confirmed. */
function shown(person: Person, watched: Watched, deviceId: number, deviceCommandId: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      const view = watched.rows.get(`device:${deviceId}`)?.view as DeviceView | undefined
      if (view?.deviceCommand?.id !== deviceCommandId || view.deviceCommand.state !== 'confirmed') return
      person.socket.off('push', look)
      resolve(performance.now())
    }
    person.socket.on('push', look)
  })
}

interface Link {
  nextFrame(): Promise<{ at: number }>
  say(message: object): Promise<void>
  close(): void
}

async function openLink(url: string, { token, hardwareId }: WorldGateway): Promise<Link> {
  const socket = connect(`${url}/gateway`, { auth: { token }, transports: ['websocket'], forceNew: true })
  let heard: ((frame: { at: number }) => void) | null = null
  socket.on('order', (_frame: unknown, ack: (taken: object) => void) => {
    heard?.({ at: performance.now() })
    ack({ taken: true })
  })
  await new Promise<void>((resolve) => socket.once('hello', () => resolve()))
  let count = 0
  return {
    nextFrame: () => new Promise((resolve) => (heard = resolve)),
    async say(message) {
      count += 1
      const kept = { id: `${hardwareId}-${count}`, at: new Date().toISOString(), ...message }
      const reply = (await socket.timeout(10_000).emitWithAck('messages', { messages: [kept] })) as { stored?: number }
      if (reply.stored !== 1) throw new Error(`a status was not stored: ${JSON.stringify(reply)}`)
    },
    close: () => void socket.close(),
  }
}

/**
 * Starts other gateways, 50 devices each, that post 50 readings at a time, evenly; returns how many a second were
 * stored.
 */
async function startLoad(
  portal: RunningPortal,
  knex: Knex,
  world: World,
  perSecond: number,
): Promise<{ stop(): Promise<number> }> {
  if (perSecond === 0) return { stop: async () => 0 }
  const perPost = 50
  const gateways: WorldGateway[] = []
  for (let index = 0; index < 10; index += 1)
    gateways.push(await addGateway(knex, world.foreign.siteId, `bench-load-${index}`, perPost))
  const began = performance.now()
  let posts = 0
  let stored = 0
  const work = new Set<Promise<void>>()
  const send = async (gateway: WorldGateway, post: number): Promise<void> => {
    const at = new Date().toISOString()
    const messages = gateway.devices.map(({ hardwareId }, index) => ({
      id: `l-${post}-${index}`,
      at,
      device: hardwareId,
      kind: 'reading',
      temperature: 4 + (post % 20) / 10,
      humidity: 70,
      supplyVoltage: 3.6,
      rssi: -90,
    }))
    const reply = (await (await postMessages(portal.url, gateway.token, messages)).json()) as { stored: number }
    stored += reply.stored
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * (perSecond / perPost))
    for (; posts < due; posts += 1) {
      const gateway = gateways[posts % gateways.length]
      if (!gateway) return
      const one = send(gateway, posts).finally(() => work.delete(one))
      work.add(one)
    }
  }, 5)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(work)
      return stored / ((performance.now() - began) / 1_000)
    },
  }
}

function latency(times: number[]): Latency {
  times.sort((a, b) => a - b)
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
