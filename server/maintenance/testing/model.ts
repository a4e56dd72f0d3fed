/**
 * The rules of maintenance in their simplest form: hours are whole numbers, nothing is indexed, everything is
 * recomputed each time.
 */
export interface ModelReservation {
  readonly id: number
  readonly owner: number
  device: number
  readonly from: number
  readonly until: number
  canceled: boolean
}
export interface ModelPeriod {
  readonly id: number
  /** Null = the whole site. */
  readonly device: number | null
  readonly from: number
  readonly until: number
  revoked: boolean
}
interface ModelRow {
  readonly reservation: ModelReservation
  readonly period: ModelPeriod
  outcome: 'rebooked' | 'not-moved' | 'canceled' | 'restored'
}

/** Between the full hour before the first booking and that hour. */
const now = -0.5
const never = 1e9

const meet = (a: { from: number; until: number }, b: { from: number; until: number }) =>
  a.from < b.until && b.from < a.until

export class MaintenanceModel {
  readonly reservations: ModelReservation[] = []
  readonly periods: ModelPeriod[] = []
  readonly rows: ModelRow[] = []
  /** Kinds of messages by reservation. */
  readonly told = new Map<number, string[]>()
  readonly devices: readonly number[]
  constructor(devices: readonly number[]) {
    this.devices = devices
  }

  free(device: number, span: { from: number; until: number }): 'ok' | 'maintenance-then' | 'place-taken' {
    if (this.closed(device, span)) return 'maintenance-then'
    return this.claims(device).some((each) => meet(each, span)) ? 'place-taken' : 'ok'
  }

  booked(id: number, owner: number, device: number, from: number, until: number): void {
    this.reservations.push({ id, owner, device, from, until, canceled: false })
  }

  isHit(reservation: ModelReservation): boolean {
    return this.rows.some((each) => each.reservation === reservation && this.hits(each))
  }

  cancel(reservation: ModelReservation): void {
    reservation.canceled = true
    for (const each of this.rows)
      if (each.reservation === reservation && each.outcome === 'not-moved') each.outcome = 'canceled'
  }

  set(period: ModelPeriod): void {
    this.periods.push(period)
    for (const reservation of this.inOrder()) {
      if (!this.covers(period, reservation)) continue
      const to = period.device === null ? null : this.place(reservation)
      if (to !== null) reservation.device = to
      this.rows.push({ reservation, period, outcome: to === null ? 'not-moved' : 'rebooked' })
      this.tell(reservation, to === null ? 'maintenance-not-moved' : 'reservation-rebooked')
    }
  }

  revoke(period: ModelPeriod): void {
    period.revoked = true
    for (const each of this.rows.filter((one) => one.period === period && one.outcome === 'not-moved')) {
      each.outcome = 'restored'
      if (!this.isHit(each.reservation)) this.tell(each.reservation, 'maintenance-restored')
    }
  }

  /** Retries everybody who waits, by start. */
  retry(): void {
    for (const reservation of this.inOrder()) {
      const waiting = this.rows.filter(
        (each) => each.reservation === reservation && each.outcome === 'not-moved' && each.period.device !== null,
      )
      if (waiting.length === 0) continue
      const still = waiting.filter((each) => this.hits(each))
      const to = still.length > 0 ? this.place(reservation) : null
      if (to !== null) {
        reservation.device = to
        this.tell(reservation, 'reservation-rebooked')
      }
      for (const each of waiting) if (!this.hits(each)) each.outcome = 'rebooked'
    }
  }

  private hits({ reservation, period, outcome }: ModelRow): boolean {
    return outcome === 'not-moved' && !period.revoked && this.covers(period, reservation)
  }

  private covers(period: ModelPeriod, reservation: ModelReservation): boolean {
    return (period.device === null || period.device === reservation.device) && meet(period, reservation)
  }

  private closed(device: number, span: { from: number; until: number }): boolean {
    return this.periods.some(
      (each) => !each.revoked && (each.device === null || each.device === device) && meet(each, span),
    )
  }

  private claims(device: number): ModelReservation[] {
    return this.reservations.filter((each) => !each.canceled && each.device === device)
  }

  private inOrder(): ModelReservation[] {
    return this.reservations.filter(({ canceled }) => !canceled).sort((a, b) => a.from - b.from || a.id - b.id)
  }

  /** Returns the other free place with the smallest gap around the stay; the first of equal ones. */
  private place(reservation: ModelReservation): number | null {
    let best: { device: number; gap: number } | null = null
    for (const device of this.devices) {
      if (device === reservation.device || this.free(device, reservation) !== 'ok') continue
      const before = this.claims(device).filter(({ until }) => until <= reservation.from)
      const after = this.claims(device).filter(({ from }) => from >= reservation.until)
      const gap = Math.min(never, ...after.map(({ from }) => from)) - Math.max(now, ...before.map(({ until }) => until))
      if (!best || gap < best.gap) best = { device, gap }
    }
    return best?.device ?? null
  }

  private tell(reservation: ModelReservation, kind: string): void {
    this.told.set(reservation.id, [...(this.told.get(reservation.id) ?? []), kind])
  }
}
