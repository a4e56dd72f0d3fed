import type { ChosenPlace } from '../../contract/registration.ts'
import { hrefWith } from '../ui/href-with.ts'
import { tabStorage } from '../ui/tab-storage.ts'

/** A place that somebody chose before they had a session, as the login page shows it. */
export interface Chosen extends ChosenPlace {
  /** The place, or its kind; null = not known here (the registration was confirmed in another browser). */
  readonly name: string | null
  readonly site: string | null
  readonly timeZone: string | null
  readonly priceCents: number | null
}

const name = 'chosen place'

export function keepChosen(chosen: Chosen): void {
  tabStorage.set(name, chosen)
}

/** Returns what was chosen; null = nothing, or its time is over. */
export function readChosen(now = Date.now()): Chosen | null {
  const chosen = tabStorage.get<Chosen>(name)
  return chosen !== null && Date.parse(chosen.end) > now ? chosen : null
}

export function forgetChosen(): void {
  tabStorage.remove(name)
}

/** Returns what was chosen, once: the place is held with it. */
export function takeChosen(): Chosen | null {
  const chosen = readChosen()
  forgetChosen()
  return chosen
}

/** Returns what the server keeps with a registration. */
export function chosenInput(): ChosenPlace | null {
  const chosen = readChosen()
  if (chosen === null) return null
  const { siteId, deviceId, deviceTypeId, start, end, now } = chosen
  return { siteId, start, end, now, ...(deviceId ? { deviceId } : {}), ...(deviceTypeId ? { deviceTypeId } : {}) }
}

/** Returns the page on which a chosen place is held. */
export function chosenAddress({ siteId, start, end, now }: ChosenPlace): string {
  const begins = now ? {} : { reservationCreatedStartTime: start }
  return hrefWith('/reservations/add', { ...begins, reservationCreatedEndTime: end, siteId })
}
