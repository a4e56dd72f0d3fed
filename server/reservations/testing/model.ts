import { extensionPrice, priceFor } from '../../../machines/booking/price.ts'
import { refundCents } from '../../../machines/booking/refund.ts'
import { nextReservation } from '../../../machines/reservation.ts'
import { type ReservationEvent } from '../../../machines/reservation-events.ts'
import { holdMs, type ReservationFacts, type ReservationState } from '../../../machines/reservation-rules.ts'

/**
 * The promises of booking as a few maps in memory: the oracle of the model-based test. Hours count from a fixed full
 * hour.
 */
export interface ModelReservation {
  id: number
  owner: number
  device: number
  from: number
  until: number
  state: ReservationState
  timedOut: boolean
  /** Remaining time of a hold, ms. */
  left: number
  paid: number
  refunded: number
  follows: number | null
}

export interface ModelOptions {
  readonly stages: readonly { untilMinutes: number; priceCents: number }[]
  readonly refundUntilMinutes: number
  readonly base: Date
  readonly timeZone: string
}

type Verb = Extract<ReservationEvent['type'], 'FINALIZE' | 'ABANDON' | 'EXPIRE' | 'CANCEL' | 'CHANGE_DEVICE' | 'EXTEND'>

/** ok, found, nothing to do, or the refusal's code. */
export type Expected = string

const overlap = (a: { from: number; until: number }, b: { from: number; until: number }) =>
  a.from < b.until && b.from < a.until

/** The model: each verb returns the expected result, and changes the state as expected. */
export class BookingModel {
  readonly reservations: ModelReservation[] = []
  readonly balances: Map<number, number>
  readonly #options: ModelOptions

  constructor(owners: readonly number[], credit: number, options: ModelOptions) {
    this.balances = new Map(owners.map((owner) => [owner, credit]))
    this.#options = options
  }

  hour(n: number): Date {
    return new Date(this.#options.base.getTime() + n * 3_600_000)
  }
  live(each: ModelReservation): boolean {
    return each.state === 'RESERVED' || (each.state === 'CREATED' && each.left > 0)
  }
  holdOf(owner: number): ModelReservation | undefined {
    return this.reservations.find((each) => each.owner === owner && each.state === 'CREATED')
  }
  followUp(id: number): ModelReservation | undefined {
    return this.reservations.find((each) => each.follows === id && this.live(each))
  }
  find(id: number): ModelReservation {
    const found = this.reservations.find((each) => each.id === id)
    if (!found) throw new Error(`the model knows no reservation ${id}`)
    return found
  }

  facts(each: ModelReservation, now: Date): ReservationFacts {
    return {
      state: each.state,
      start: this.hour(each.from),
      end: this.hour(each.until),
      prebookMinMinutes: 0,
      holdKind: each.state === 'CREATED' ? 'choosing' : null,
      heldUntil: each.state === 'CREATED' ? new Date(now.getTime() + each.left) : null,
      timedOut: each.timedOut,
      followed: this.followUp(each.id) !== undefined,
    }
  }
  /** The reservation machine's verdict on a verb; `move` carries it out. */
  ask(type: Verb, each: ModelReservation): string | null {
    const now = new Date()
    return nextReservation({ type }, this.facts(each, now), now).refusal
  }
  move(type: Verb, each: ModelReservation): void {
    const now = new Date()
    const { refusal, facts } = nextReservation({ type }, this.facts(each, now), now)
    if (refusal !== null) throw new Error(`the machine refuses ${type} of ${each.id}: ${refusal}`)
    each.state = facts.state
    each.timedOut = facts.timedOut ?? false
  }

  /** Returns the refusal that a device's claims cause for a span, or null. */
  blocked(device: number, span: { from: number; until: number }, but: readonly number[]): string | null {
    const inTheWay = this.reservations.filter(
      (each) => each.device === device && this.live(each) && overlap(each, span) && !but.includes(each.id),
    )
    if (inTheWay.some((each) => each.state === 'RESERVED')) return 'place-taken'
    return inTheWay.length > 0 ? 'place-held' : null
  }

  /** Expired holds in the way are ended by the next claim. */
  clear(device: number, span: { from: number; until: number }): void {
    for (const each of this.reservations)
      if (each.device === device && each.state === 'CREATED' && each.left <= 0 && overlap(each, span))
        this.move('EXPIRE', each)
  }

  hold(owner: number, device: number, from: number, until: number): Expected {
    const own = this.holdOf(owner)
    if (own && own.left > 0 && own.device === device && own.from === from && own.until === until) return 'found'
    const code = this.blocked(device, { from, until }, own ? [own.id] : [])
    if (code) return code
    if (own) this.move(own.left <= 0 ? 'EXPIRE' : 'ABANDON', own)
    this.clear(device, { from, until })
    return 'ok'
  }
  held(id: number, owner: number, device: number, from: number, until: number): void {
    this.reservations.push({
      id,
      owner,
      device,
      from,
      until,
      state: 'CREATED',
      timedOut: false,
      left: holdMs,
      paid: 0,
      refunded: 0,
      follows: null,
    })
  }

  price(from: number, until: number): number {
    return priceFor(this.#options.stages, this.hour(from), this.hour(until), this.#options.timeZone)
  }

  finalize(owner: number): Expected {
    const own = this.holdOf(owner)
    if (!own) return 'nothing'
    const refused = this.ask('FINALIZE', own)
    if (refused) return refused
    const price = this.price(own.from, own.until)
    const credit = this.balances.get(owner) ?? 0
    if (price > credit) return 'insufficient-credit'
    this.balances.set(owner, credit - price)
    this.move('FINALIZE', own)
    own.paid = price
    return 'ok'
  }

  abandon(owner: number): Expected {
    const own = this.holdOf(owner)
    if (!own) return 'nothing'
    this.move('ABANDON', own)
    return 'ok'
  }

  refund(each: ModelReservation, now: Date): number {
    return refundCents(each.paid, { ...this.#options, timeZone: 'Europe/Berlin' }, this.hour(each.from), now)
  }

  cancel(id: number, now: Date): Expected {
    const each = this.find(id)
    const refused = this.ask('CANCEL', each)
    if (refused) return refused
    this.move('CANCEL', each)
    each.refunded = this.refund(each, now)
    this.balances.set(each.owner, (this.balances.get(each.owner) ?? 0) + each.refunded)
    return 'ok'
  }

  changeDevice(id: number, device: number): Expected {
    const each = this.find(id)
    const refused = this.ask('CHANGE_DEVICE', each)
    if (refused) return refused
    const code = this.blocked(device, each, [id])
    if (code) return code
    this.clear(device, each)
    each.device = device
    return 'ok'
  }

  extensionPrice(id: number, until: number): number {
    const chain = this.chain(id)
    const paid = chain.reduce((sum, each) => sum + each.paid, 0)
    const { stages, timeZone } = this.#options
    return extensionPrice(stages, this.hour(chain[0]?.from ?? 0), this.hour(until), paid, timeZone)
  }

  extend(id: number, until: number): Expected {
    const each = this.find(id)
    const refused = this.ask('EXTEND', each)
    if (refused) return refused
    const span = { from: each.until, until }
    const code = this.blocked(each.device, span, [])
    if (code) return code
    const price = this.extensionPrice(id, until)
    const credit = this.balances.get(each.owner) ?? 0
    if (price > credit) return 'insufficient-credit'
    this.clear(each.device, span)
    return 'ok'
  }
  extended(id: number, of: number, until: number): void {
    const before = this.find(of)
    const price = this.extensionPrice(of, until)
    this.balances.set(before.owner, (this.balances.get(before.owner) ?? 0) - price)
    this.held(id, before.owner, before.device, before.until, until)
    Object.assign(this.find(id), { state: 'RESERVED', paid: price, follows: of })
  }

  age(ms: number): void {
    for (const each of this.reservations) if (each.state === 'CREATED') each.left -= ms
  }
  sweep(): void {
    for (const each of this.reservations) if (each.state === 'CREATED' && each.left <= 0) this.move('EXPIRE', each)
  }

  private chain(id: number): ModelReservation[] {
    const each = this.find(id)
    return each.follows === null ? [each] : [...this.chain(each.follows), each]
  }
}
