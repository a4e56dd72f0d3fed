import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReservationsFrame } from '../../contract/gateway.ts'
import { isValidPin } from '../../machines/booking/pin.ts'
import { isProven, normalPlate, type PlateRead } from '../../machines/plate.ts'

const maxWrong = 5
const lockMs = 60_000
const forgetMs = 10 * 60_000
const readsKeptMs = 60_000

export type Credential = 'pin' | 'rfid' | 'plate' | 'qr'
export type Judged =
  | { readonly ok: true; readonly reservationId: number }
  | { readonly ok: false; readonly why: string }
type Kept = ReservationsFrame['reservations'][number]

/** Survives a restart of the gateway. */
export interface KeeperMemory {
  reservations?: ReservationsFrame | null
}
export interface Keeper {
  /** Replaces the frame; stored when this returns. */
  keep(frame: ReservationsFrame): void
  /** Decides by the stored reservations; `now` = the gateway's clock, ms. */
  judge(device: string, by: Credential, value: string, now: number): Judged
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
const no = (why: string): Judged => ({ ok: false, why })

/**
 * Access decisions of a gateway without an uplink, as docs/gateway-protocol.md says: a PIN by its hash, a token, a plate read twice, a code
 * of a guest's phone; only within the reservation and while the frame is valid.
 */
export function createKeeper(options: { orderKey: string; memory: KeeperMemory; save: () => void }): Keeper {
  const { memory, save } = options
  const key = Buffer.from(options.orderKey, 'base64url')
  const hash = (text: string) => createHmac('sha256', key).update(text).digest()
  const guesses = new Map<string, { wrong: number; at: number; lockedUntil: number }>()
  const reads = new Map<string, PlateRead[]>()
  const usedCodes = new Set<string>()

  function open(device: string, now: number): Kept[] {
    const frame = memory.reservations
    if (!frame || !(now < Date.parse(frame.until))) return []
    return frame.reservations
      .filter((each) => each.device === device && Date.parse(each.from) <= now && now < Date.parse(each.until))
      .sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
  }
  function found(kept: Kept | undefined, why: string): Judged {
    return kept ? { ok: true, reservationId: kept.id } : no(why)
  }

  function pin(device: string, typed: string, now: number): Judged {
    const before = guesses.get(device)
    if (before && now < before.lockedUntil) return no('locked')
    const fits = ({ id, pinHash }: Kept) => pinHash !== null && same(pinHash, hash(`${id}:${typed}`).toString('hex'))
    const judged = found(isValidPin(typed) ? open(device, now).find(fits) : undefined, 'wrong')
    if (!judged.ok) {
      const wrong = (before && now - before.at < forgetMs ? before.wrong : 0) + 1
      const locks = wrong >= maxWrong
      guesses.set(device, { wrong: locks ? 0 : wrong, at: now, lockedUntil: locks ? now + lockMs : 0 })
    }
    return judged
  }
  function plate(device: string, seen: string, now: number): Judged {
    const earlier = (reads.get(device) ?? []).filter(({ at }) => now - at < readsKeptMs)
    const read = { value: seen, at: now }
    reads.set(device, [...earlier, read])
    const kept = open(device, now).find((each) => each.plate && normalPlate(each.plate) === normalPlate(seen))
    if (normalPlate(seen) === '' || !kept) return no('unknown')
    return isProven(read, earlier) ? found(kept, 'unknown') : no('read once')
  }
  function qr(device: string, code: string, now: number): Judged {
    const [, text = '', reservation, expires = '', mac] =
      /^(HF1\.(\d+)\.\d+\.([0-9a-z]+))\.([\w-]{22})$/.exec(code) ?? []
    const own = createHmac('sha256', key).update(`holdfast-qr\n${text}\n${device}`).digest().subarray(0, 16)
    if (!mac || !same(mac, own.toString('base64url'))) return no('unknown')
    if (now >= Number.parseInt(expires, 36) * 1_000) return no('expired')
    if (usedCodes.has(code)) return no('used')
    usedCodes.add(code)
    return { ok: true, reservationId: Number(reservation) }
  }

  return {
    keep(frame) {
      memory.reservations = frame
      save()
    },
    judge(device, by, value, now) {
      const text = value.trim()
      if (by === 'pin') return pin(device, text, now)
      if (by === 'plate') return plate(device, text, now)
      if (by === 'qr') return qr(device, text, now)
      const fits = ({ rfid }: Kept) => text !== '' && rfid !== null && rfid.trim().toLowerCase() === text.toLowerCase()
      return found(open(device, now).find(fits), 'unknown')
    },
  }
}
