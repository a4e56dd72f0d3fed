import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acts, isAct } from './acts.ts'
import { type ControlAddress, controlFileName, type DeviceLine, type GatewayLine } from './control-file.ts'
import { deviceFaults, gatewayFaults } from './faults.ts'

export const usage = `Speak as simulated devices and gateways (Holdfast must run as a demo).

  npm run device -- list [words]          devices, all or those that fit the words
  npm run device -- gateways              gateways
  npm run device -- <hardware id>         one device
  npm run device -- <hardware id> <what>  let something happen to it

A device can be told:
${described(deviceFaults)}
A gateway can be told:
${described(gatewayFaults)}
People and cars can do something at a device. With an uplink its gateway tells the portal, which decides; without one the gateway lets in
whoever it knows from the reservations that it keeps (boxes and lockers of the demo), and tells so later:
${described(acts)}
Options: --dir <folder>  where Holdfast keeps its files (default .holdfast)
`

function described(faults: Readonly<Record<string, string>>): string {
  return Object.entries(faults)
    .map(([name, meaning]) => `  ${name.padEnd(12)} ${meaning}\n`)
    .join('')
}

/** An error that the person at the terminal can fix. */
export class Unhappy extends Error {}

function addressIn(folder: string): ControlAddress {
  try {
    return JSON.parse(readFileSync(join(folder, controlFileName), 'utf8')) as ControlAddress
  } catch {
    throw new Unhappy(
      `No simulator is running here. Start Holdfast first, in another terminal: npm start\n(Looked for ${join(folder, controlFileName)}; another folder is chosen by --dir.)`,
    )
  }
}

async function ask<T>({ port, key }: ControlAddress, path: string, body?: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(5_000),
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new Unhappy('The simulator does not answer. Is Holdfast still running?')
  })
  const answer = (await response.json()) as T & { error?: string }
  if (!response.ok) throw new Unhappy(answer.error ?? `The simulator answered ${response.status}.`)
  return answer
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

function deviceTable(devices: readonly DeviceLine[]): string {
  const rows = devices.map(({ hardwareId, name, type, site, status, door, fault }) => [
    hardwareId,
    name,
    type,
    site,
    door ? `${status}, ${door}` : status,
    fault === 'ok' ? '' : fault,
  ])
  return table([['HARDWARE ID', 'NAME', 'TYPE', 'SITE', 'STATE', 'FAULT'], ...rows])
}

function fits(device: DeviceLine, words: readonly string[]): boolean {
  const text = Object.values(device).join(' ').toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
}

/** Runs one command. Returns what to print. Throws Unhappy. */
export async function command(words: readonly string[], folder: string): Promise<string> {
  const [first, ...rest] = words
  if (first === undefined || first === 'help') return usage
  const address = addressIn(folder)
  if (first === 'list') {
    const devices = await ask<DeviceLine[]>(address, '/devices')
    const fitting = devices.filter((device) => fits(device, rest))
    return fitting.length > 0
      ? `${deviceTable(fitting)}\n${fitting.length} devices`
      : `No device fits "${rest.join(' ')}".`
  }
  if (first === 'gateways') {
    const rows = (await ask<GatewayLine[]>(address, '/gateways')).map((line) => [
      line.hardwareId,
      line.name,
      line.site,
      String(line.devices),
      line.linked ? 'linked' : 'no link',
      String(line.waiting),
      line.fault === 'ok' ? '' : line.fault,
    ])
    return table([['HARDWARE ID', 'NAME', 'SITE', 'DEVICES', 'LINK', 'WAITING', 'FAULT'], ...rows])
  }
  const [what, ...more] = rest
  if (what !== undefined && isAct(what)) {
    const value = more.join(' ')
    return (await ask<{ done: string }>(address, '/acts', { target: first, act: what, value })).done
  }
  if (more.length > 0) throw new Unhappy(`That was too much: ${more.join(' ')}. Say a hardware id and one word.`)
  if (what === undefined) {
    const devices = await ask<DeviceLine[]>(address, '/devices')
    const own = devices.filter(({ hardwareId, gateway }) =>
      [hardwareId, `${gateway}/${hardwareId}`, gateway].includes(first),
    )
    if (own.length === 0) throw new Unhappy(`There is no device ${first}. "npm run device -- list" shows them all.`)
    return deviceTable(own)
  }
  return (await ask<{ done: string }>(address, '/faults', { target: first, fault: what })).done
}
