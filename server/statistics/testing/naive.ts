/**
 * A small world in whole minutes since its start. Its figures are computed minute by minute, independent of the
 * portal's code.
 */
export interface SmallWorld {
  readonly beginsAt: number
  readonly timeZone: string
  /** Devices 0 and 1 are places, 2 is a door. `givenUpAt` = null: not cancelled. */
  readonly reservations: readonly { device: number; from: number; until: number; givenUpAt: number | null }[]
  /** `status` = null: a reading. */
  readonly said: readonly { device: number; at: number; status: string | null }[]
  /** Cost of a reservation (by index), when it was paid, and when it was refunded. */
  readonly money: readonly { reservation: number; at: number; cents: number; refundAt: number | null }[]
  readonly malfunctions: readonly {
    device: number
    from: number
    until: number | null
    kind: 'unreachable' | 'low-voltage'
  }[]
}
export interface Asked {
  readonly from: number
  readonly until: number
  readonly now: number
  readonly devices: readonly number[]
  readonly places: readonly number[]
  /** Devices whose occupancy reports count. */
  readonly sensors: readonly number[]
}

/** Minutes for which a device's report is valid: its type reports every ten. */
const believed = 30
const telling = new Set(['occupied', 'free', 'freeing', 'blocked', 'blocking', 'okay'])

/** A minute: its cell of the week, reserved places, sensors with a known state, and how many of these are occupied. */
interface Minute {
  readonly cell: string
  readonly day: string
  readonly booked: number
  readonly known: number
  readonly occupied: number
}

const shown = new Map<string, { cell: string; day: string }>()
/** Cell of the week and day in local time; computed once an hour, because clocks change at whole hours. */
function shownAt({ beginsAt, timeZone }: SmallWorld, at: number): { cell: string; day: string } {
  const hour = Math.floor(beginsAt / 3_600_000 + at / 60)
  const known = shown.get(`${timeZone} ${hour}`)
  if (known) return known
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    day: '2-digit',
    month: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(hour * 3_600_000)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  const made = { cell: `${part('weekday')} ${Number(part('hour'))}`, day: `${part('month')}-${part('day')}` }
  shown.set(`${timeZone} ${hour}`, made)
  return made
}

/** Every minute of the span. */
export function minutesOf(world: SmallWorld, asked: Asked): Minute[] {
  const minutes: Minute[] = []
  for (let at = asked.from; at < asked.until; at += 1) {
    const states = at < asked.now ? asked.sensors.map((device) => stateAt(world, device, at)) : []
    const { cell, day } = shownAt(world, at)
    minutes.push({
      cell,
      day,
      booked: asked.places.filter((device) =>
        world.reservations.some((each) => each.device === device && holds(each, at)),
      ).length,
      known: states.filter((state) => state !== null && telling.has(state)).length,
      occupied: states.filter((state) => state === 'occupied').length,
    })
  }
  return minutes
}

function holds({ from, until, givenUpAt }: SmallWorld['reservations'][number], at: number): boolean {
  return from <= at && at < until && (givenUpAt === null || at < givenUpAt)
}

/** The valid status of the device at a minute. */
function stateAt(world: SmallWorld, device: number, at: number): string | null {
  let heard = Number.NEGATIVE_INFINITY
  let report: { at: number; status: string } | null = null
  for (const word of world.said) {
    if (word.device !== device || word.at > at) continue
    heard = Math.max(heard, word.at)
    if (word.status !== null && (report === null || word.at > report.at)) report = { at: word.at, status: word.status }
  }
  return at - heard < believed ? (report?.status ?? null) : null
}

export function sharesOf(minutes: readonly Minute[], places: number) {
  const sum = (of: (minute: Minute) => number) => minutes.reduce((total, minute) => total + of(minute), 0)
  const told = sum((minute) => minute.known)
  return {
    bookedShare: places === 0 ? 0 : sum((minute) => minute.booked) / (minutes.length * places),
    occupiedShare: told === 0 ? null : sum((minute) => minute.occupied) / told,
  }
}

/** Figures that are counted, not apportioned. */
export function countsOf(world: SmallWorld, asked: Asked) {
  const within = (at: number | null): boolean => at !== null && at >= asked.from && at < asked.until
  const own = ({ device }: { device: number }): boolean => asked.devices.includes(device)
  const began = world.reservations.filter((each) => own(each) && within(each.from))
  const ran = began.filter(({ from, givenUpAt }) => givenUpAt === null || givenUpAt > from)
  const money = world.money.filter(({ reservation }) => {
    const of = world.reservations[reservation]
    return of !== undefined && own(of)
  })
  const sum = (all: readonly { cents: number }[]) => all.reduce((total, { cents }) => total + cents, 0)
  const refundCents = sum(money.filter(({ refundAt }) => within(refundAt)))
  const lengths = ran.map(({ from, until, givenUpAt }) => Math.min(until, givenUpAt ?? until) - from)
  let downMinutes = 0
  for (let at = asked.from; at < Math.min(asked.until, asked.now); at += 1)
    for (const device of asked.devices)
      if (
        world.malfunctions.some(
          ({ kind, device: of, from, until }) =>
            kind === 'unreachable' && of === device && from <= at && (until === null || at < until),
        )
      )
        downMinutes += 1
  return {
    reservations: began.length,
    canceled: began.length - ran.length,
    revenueCents: sum(money.filter(({ at }) => within(at))) - refundCents,
    refundCents,
    malfunctions: world.malfunctions.filter((each) => own(each) && within(each.from)).length,
    meanMinutes: lengths.length === 0 ? 0 : lengths.reduce((a, b) => a + b, 0) / lengths.length,
    downMinutes,
  }
}
