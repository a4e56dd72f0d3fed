/** A gateway that sends as much as it can. */
export interface Sender {
  readonly id: number
  readonly token: string
  /** Its devices are D-001, D-002, … */
  readonly devices: number
}

/** One batch in this many is sent again after its reply, like a gateway that did not receive it. */
export const repeatedEvery = 10

/** Time of a message: each of a gateway has a millisecond of its own. `base` in ms since 1970. */
export const timeOf = (base: number, size: number, batch: number, place: number): number => base + batch * size + place
export const idOf = (batch: number, place: number): string => `b${batch}-${place}`
const nameOf = (place: number, devices: number): string => `D-${String(1 + (place % devices)).padStart(3, '0')}`

/**
 * A batch of a gateway: readings of its devices in turn. A repeated batch begins with a pressed button: an event stored
 * twice would be in the database twice, whatever happens to readings.
 */
export function batchOf({ devices }: Sender, base: number, size: number, batch: number): string {
  const messages: object[] = []
  for (let place = 0; place < size; place += 1) {
    const common = {
      id: idOf(batch, place),
      at: new Date(timeOf(base, size, batch, place)).toISOString(),
      device: nameOf(place, devices),
    }
    messages.push(
      place === 0 && batch % repeatedEvery === 0
        ? { ...common, kind: 'event', event: 'button' }
        : { ...common, kind: 'reading', temperature: (place % 40) / 2, humidity: 70, supplyVoltage: 3.6, rssi: -90 },
    )
  }
  return JSON.stringify({ messages })
}

/**
 * Meaning of a batch's reply: stored the first time, or known already (its first reply was lost). Null = no such reply.
 */
export function counted(reply: unknown): { stored: number; duplicate: number; refused: number } | null {
  const { stored, duplicate, refused } = (reply ?? {}) as { stored?: number; duplicate?: number; refused?: object[] }
  if (typeof stored !== 'number' || typeof duplicate !== 'number' || !refused) return null
  return { stored, duplicate, refused: refused.length }
}
