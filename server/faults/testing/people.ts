import { setTimeout as pass } from 'node:timers/promises'
import type { Knex } from 'knex'
import { io as connect } from 'socket.io-client'
import { command } from '../../../contract/control.ts'
import { finalize, hold } from '../../../contract/reservations/book.ts'
import { type BookingSite, makeBookingSite } from '../../../load-tests/bench/booking-site.ts'
import { connectPerson, type Person } from '../../testing/person.ts'
import { haveReported, type WorldGateway } from '../../testing/world.ts'

export interface Times {
  readonly n: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}
export function timesOf(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN) * 10) / 10
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

const hourMs = 3_600_000
/** Pause between two actions of a person. */
const thinkMs = 60

export interface PeopleAtWork {
  /** ms of hold and finalize together, and from a command to its frame at the gateway, since the last call. */
  take(): { bookings: number[]; deviceCommands: number[]; failures: string[] }
  stop(): Promise<void>
}

/** People who book one hour after the other, and one who commands devices of a linked gateway; each waits for the reply and pauses. */
export async function peopleAtWork(
  knex: Knex,
  url: string,
  { people: count, manager, gateway }: { people: number; manager: string; gateway: WorldGateway },
): Promise<PeopleAtWork> {
  const site: BookingSite = await makeBookingSite(knex, { places: count, people: count })
  const people = await Promise.all(site.people.map(({ cookie }) => connectPerson(url, cookie)))
  const operator = await connectPerson(url, manager)
  await haveReported(knex, gateway)
  const link = connect(`${url}/gateway`, { auth: { token: gateway.token }, transports: ['websocket'], forceNew: true })
  let heard: (at: number) => void = () => undefined
  let stopped = false
  let reports = 0
  /** The device reports the commanded state until it is stored, so that no command stays in flight. */
  const report = async (device: string): Promise<void> => {
    const id = `people-${String((reports += 1)).padStart(6, '0')}`
    const messages = [{ id, at: new Date().toISOString(), device, kind: 'status', status: 'free' }]
    while (!stopped) {
      const reply = (await link.timeout(60_000).emitWithAck('messages', { messages })) as {
        stored?: number
        retryAfter?: number
      }
      if (reply.stored !== undefined) return
      await pass(1_000 * (reply.retryAfter ?? 1))
    }
  }
  link.on('order', (frame: { device: string }, acknowledge: (taken: object) => void) => {
    heard(performance.now())
    acknowledge({ taken: true })
    void report(frame.device).catch((error: unknown) => taken.failures.push(`report: ${String(error)}`))
  })
  await new Promise<void>((resolve) => link.once('hello', () => resolve()))
  let taken: { bookings: number[]; deviceCommands: number[]; failures: string[] } = {
    bookings: [],
    deviceCommands: [],
    failures: [],
  }
  const first = Math.ceil(Date.now() / hourMs) * hourMs + 24 * hourMs

  const book = async (person: Person, n: number): Promise<void> => {
    for (let hour = 0; !stopped; hour += 1) {
      const start = first + hour * hourMs
      const span = { start: new Date(start).toISOString(), end: new Date(start + hourMs).toISOString() }
      const from = performance.now()
      const held = await person.command(hold, { siteId: site.siteId, deviceId: site.places[n], ...span })
      if (held.ok) {
        const { id, priceCents } = held.reply.reservation
        const booked = await person.command(finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
        if (booked.ok) taken.bookings.push(performance.now() - from)
        else taken.failures.push(`finalize: ${booked.refusal.code}`)
      } else taken.failures.push(`hold: ${held.refusal.code}`)
      await pass(thinkMs)
    }
  }
  const give = async (): Promise<void> => {
    for (let n = 0; !stopped; n += 1) {
      const device = gateway.devices[n % gateway.devices.length]
      const clicked = performance.now()
      const framed = new Promise<number>((resolve) => {
        heard = resolve
      })
      const answer = await operator.command(command, { deviceId: device?.id ?? 0, action: 'refresh' })
      if (answer.ok) taken.deviceCommands.push((await framed) - clicked)
      else taken.failures.push(`command: ${answer.refusal.code}`)
      await pass(thinkMs)
    }
  }
  const work = [...people.map(book), give()]
  return {
    take() {
      const now = taken
      taken = { bookings: [], deviceCommands: [], failures: [] }
      return now
    },
    async stop() {
      stopped = true
      await Promise.all(work)
      link.close()
      for (const person of [...people, operator]) person.close()
    },
  }
}
