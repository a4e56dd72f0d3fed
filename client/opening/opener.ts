import {
  allowAutomatic,
  arrive,
  commandOutcome,
  commandOutcomeAsGuest,
  type guestAccess,
  qrCode,
  qrCodeAsGuest,
  requestAction,
  requestActionAsGuest,
} from '../../contract/control/own.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { commandPatienceMs } from '../../machines/control.ts'
import type { OpeningRequest } from '../../machines/opening.ts'
import { ask } from '../link/ask.ts'
import { guestLink } from '../link/guest.ts'
import { pageLink } from '../link/page.ts'
import { send } from '../link/send.ts'
import type { Link } from '../link/socket.ts'
import { serverNow } from '../ui/clock.ts'

/** Common parts of the owner's and the guest's view. */
export type OpenKinds = (typeof guestAccess)['kinds'][number]
export type Told<R> =
  | { readonly ok: true; readonly reply: R }
  | { readonly ok: false; readonly refusal: Refusal<string> }
export interface Accepted {
  readonly runId: string
  readonly lastOpening: boolean
}
export interface CommandOutcome {
  readonly outcome: 'done' | 'refused' | 'never'
  readonly runId: string | null
  readonly refusal: string | null
}
export interface Position {
  readonly latitude: number
  readonly longitude: number
  readonly accuracyM: number
}
export interface Arrived {
  readonly inside: boolean
  readonly distanceM: number
  readonly runId: string | null
  readonly refusal: string | null
}

/** Whoever may open: the owner of a reservation, or a guest with a link. The screen is the same. */
export interface Opener {
  /** Key under which a request survives a reload. */
  readonly key: string
  readonly link: Link
  /** Tries within `timeoutMs`; `onTry` is called each time it leaves this device. */
  give(request: OpeningRequest, options: { timeoutMs: number; onTry: () => void }): Promise<Told<Accepted>>
  outcome(commandId: string): Promise<Told<CommandOutcome>>
  qr(deviceId: number, signal: AbortSignal): Promise<Told<{ code: string; validUntil: string }>>
  /** Null for guests, who have no profile with a consent. */
  readonly arrive: ((position: Position) => Promise<Told<Arrived>>) | null
  /** Gives or withdraws the consent to automatic access; null for guests. */
  readonly allow: ((allow: boolean) => Promise<Told<unknown>>) | null
}

const requestOf = ({ deviceId, action, validUntil }: OpeningRequest) => ({
  deviceId,
  action,
  validUntil: new Date(validUntil).toISOString(),
})
const toldOf = <R>(answer: { ok: true; view: R } | { ok: false; refusal: Refusal<string> }): Told<R> =>
  answer.ok ? { ok: true, reply: answer.view } : answer

/** The owner of a reservation. */
export function ownOpener(reservationId: number): Opener {
  return {
    key: `reservation ${reservationId}`,
    link: pageLink(),
    give: (request, options) =>
      send(requestAction, { reservationId, ...requestOf(request) }, { ...options, id: request.commandId }),
    outcome: (commandId) => send(commandOutcome, { commandId }),
    qr: async (deviceId, signal) => toldOf(await ask(qrCode, { reservationId, deviceId }, { signal })),
    arrive: (position) => {
      const validUntil = new Date(serverNow() + commandPatienceMs).toISOString()
      return send(arrive, { reservationId, ...position, validUntil }, { timeoutMs: commandPatienceMs })
    },
    allow: (allow) => send(allowAutomatic, { reservationId, allow }),
  }
}

/** A guest. The storage key contains only the beginning of the secret. */
export function guestOpener(token: string): Opener {
  const { link } = guestLink()
  return {
    key: `ticket ${token.slice(0, 8)}`,
    link,
    give: (request, options) =>
      send(requestActionAsGuest, { token, ...requestOf(request) }, { ...options, id: request.commandId, link }),
    outcome: (commandId) => send(commandOutcomeAsGuest, { token, commandId }, { link }),
    qr: async (deviceId, signal) => toldOf(await ask(qrCodeAsGuest, { token, deviceId }, { signal, link })),
    arrive: null,
    allow: null,
  }
}
