import type { SimulatedGateway } from './gateway.ts'
import type { Credential } from './keeper.ts'
import { kindOf } from './kinds.ts'
import { findDevice, type Target, WrongRequest } from './targets.ts'

/** What people and cars can do at a device. */
export const acts = {
  pin: 'type a PIN at it: pin 12345674',
  rfid: 'hold a card to its reader: rfid 04A2B3',
  qr: 'hold a code to its reader: qr HF1.…',
  plate: 'stand before its camera, which reads twice: plate "DD-HF 2026"',
  enter: 'go or drive in, when it is open',
  leave: 'go or drive out, when it is open',
  uplink: 'take the uplink of its gateway away, or give it back: uplink off, uplink on',
} as const
export type Act = keyof typeof acts

export function isAct(word: string): word is Act {
  return Object.hasOwn(acts, word)
}

const words = {
  locked: 'The gateway takes no PIN here for a minute: five were wrong.',
  wrong: 'Wrong PIN: the gateway knows no reservation of this device with it, now.',
  unknown: 'The gateway knows no reservation of this device with it, now.',
  expired: 'The code is no longer good.',
  used: 'The code was used already.',
} as const satisfies Record<string, string>

/** Acts at a device. Returns one line that says what happened. Throws WrongRequest. */
export function act(gateways: readonly SimulatedGateway[], target: string, what: string, value: string): string {
  if (!isAct(what)) throw new WrongRequest(`Nobody can "${what}" here. Possible: ${Object.keys(acts).join(', ')}.`)
  if (what === 'uplink') return uplink(gateways, target, value)
  const found = findDevice(gateways, target)
  const { gateway, device } = found
  const name = `${device.config.hardwareId} (${device.config.name}, ${gateway.config.site})`
  if (what === 'enter' || what === 'leave') {
    if (value) throw new WrongRequest(`That was too much: ${value}. Say only "${what}".`)
    const no = device.pass(what === 'enter' ? 'entry' : 'exit')
    if (no) throw new WrongRequest(`Nobody can ${what} at ${name}: ${no}.`)
    return `Somebody has gone ${what === 'enter' ? 'in' : 'out'} at ${name}.`
  }
  if (!value.trim()) throw new WrongRequest(`Say what: ${acts[what].slice(acts[what].indexOf(':') + 2)}`)
  return presented(found, what, value.trim(), name)
}

function presented({ gateway, device }: Target, by: Credential, value: string, name: string): string {
  if (by === 'pin' && !kindOf(device.config.type).door) throw new WrongRequest(`${name} has no keypad.`)
  // A camera repeatedly reads what stands before it.
  const looks = (by === 'plate' ? [1, 2] : [1]).map(() => gateway.see(device, by, value))
  const seen = looks.find((look) => look?.ok) ?? looks.at(-1)
  if (!seen) return `The gateway of ${name} has told the portal, which decides.`
  if (seen.ok)
    return seen.stays
      ? `The gateway knows the reservation ${seen.reservationId}, but ${name} does not open: ${seen.stays}.`
      : `The gateway has opened ${name} by itself, for reservation ${seen.reservationId}, and will tell the portal.`
  return words[seen.why as keyof typeof words] ?? `Not opened: ${seen.why}.`
}

function uplink(gateways: readonly SimulatedGateway[], target: string, value: string): string {
  const known = gateways.find(({ config }) => config.hardwareId === target)
  const gateway = known ?? findDevice(gateways, target).gateway
  const name = `Gateway ${gateway.config.hardwareId} (${gateway.config.name})`
  if (value !== 'on' && value !== 'off') throw new WrongRequest('Say uplink off or uplink on.')
  if (value === 'off') {
    gateway.setFault('cut')
    return `${name} has no uplink now. It lets in whoever it knows and keeps its messages.`
  }
  if (gateway.fault() === 'cut' || gateway.fault() === 'offline') gateway.setFault('ok')
  return `${name} has its uplink again and brings what it kept.`
}
