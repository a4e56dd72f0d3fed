import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SimulatorConfig } from '../../db/seeds/simulator-config.ts'
import { command, Unhappy } from './commands.ts'
import type { ControlAddress } from './control-file.ts'
import { runSimulator } from './run.ts'
import type { Simulator } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-simulator-'))
const elsewhere = mkdtempSync(join(tmpdir(), 'holdfast-nothing-'))
const portFile = join(folder, 'simulator-control.json')
let simulator: Simulator

const box = {
  type: 'BIKE_BOX',
  reportIntervalS: 600,
  open: false,
  autoClose: true,
  gateTimeS: 60,
  unusedGateTimeS: 180,
  use: null,
  replay: null,
}
const gateway = { token: 'x', orderKey: 'x', via: 'http', site: 'Bahnhof' } as const
const config: SimulatorConfig = {
  version: 1,
  gateways: [
    {
      ...gateway,
      hardwareId: 'GW-1',
      name: 'Nord',
      devices: [
        { ...box, hardwareId: 'B-1', name: 'Box 1' },
        { ...box, hardwareId: 'B-2', name: 'Box 2' },
      ],
    },
    {
      ...gateway,
      hardwareId: 'GW-2',
      name: 'Süd',
      devices: [
        { ...box, hardwareId: 'B-2', name: 'Fach 2', type: 'LOCKER' },
        { ...box, hardwareId: 'D-1', name: 'Tür', type: 'DOOR' },
      ],
    },
  ],
}

beforeAll(async () => {
  const configFile = join(folder, 'simulator.json')
  writeFileSync(configFile, JSON.stringify(config))
  // No portal listens there: the control works without one.
  simulator = await runSimulator({ configFile, url: 'http://127.0.0.1:9', speed: 1, log: () => {}, life: false })
})
afterAll(async () => {
  await simulator.stop()
  for (const path of [folder, elsewhere]) rmSync(path, { recursive: true, force: true })
})

const here = (...words: string[]) => command(words, folder)

function program(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'cli.ts'), ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }))
  })
}

describe('npm run device', () => {
  it('prints its usage, with every fault', async () => {
    const out = await here()
    for (const word of [
      'list',
      'jam',
      'silent',
      'drift',
      'battery',
      'dirty',
      'door-stuck',
      'error',
      'offline',
      'slow',
      'duplicate',
      'shuffle',
      'clock-skew',
      'lie',
      'restart',
      'ok',
      'pin',
      'plate',
      'enter',
      'uplink',
    ])
      expect(out).toContain(word)
  })

  it('lists devices, all or matching ones', async () => {
    const all = await here('list')
    expect(all).toContain('4 devices')
    expect(all).toMatch(/B-1 +Box 1 +BIKE_BOX +Bahnhof +free, closed/)
    expect(await here('list', 'fach', 'locker')).toContain('1 devices')
    expect(await here('gateways')).toMatch(/GW-2 +Süd +Bahnhof +2 +no link/)
  })

  it('puts a fault on a device and removes it', async () => {
    const done = await here('B-1', 'jam')
    expect(done).toContain('Device B-1 (Box 1, Bahnhof) accepts an order, then fails')
    expect(simulator.device('B-1').fault()).toBe('jam')
    await here('GW-1/B-2', 'silent')
    expect(simulator.device('GW-1/B-2').fault()).toBe('silent')
    await here('B-1', 'ok')
    expect(simulator.device('B-1').fault()).toBe('ok')
    await here('GW-2', 'slow')
    expect(simulator.gateway('GW-2').fault()).toBe('slow')
  })

  it('lets people act at a device', async () => {
    // No portal is there: the gateways have no uplink and know nobody.
    expect(await here('B-1', 'pin', '12345674')).toBe(
      'Wrong PIN: the gateway knows no reservation of this device with it, now.',
    )
    expect(await here('D-1', 'plate', 'DD-HF', '2026')).toContain('knows no reservation')
    expect(await here('GW-2', 'uplink', 'off')).toContain('Gateway GW-2 (Süd) has no uplink now.')
    expect(simulator.gateway('GW-2').fault()).toBe('cut')
    expect(await here('D-1', 'uplink', 'on')).toContain('Gateway GW-2 (Süd) has its uplink again')
    expect(simulator.gateway('GW-2').fault()).toBe('ok')
    await expect(here('B-1', 'enter')).rejects.toThrow('Nobody can enter at B-1 (Box 1, Bahnhof): it is closed.')
  })

  it.each([
    [['B-1', 'pin'], 'Say what: pin 12345674'],
    [['B-1', 'uplink', 'maybe'], 'Say uplink off or uplink on.'],
    [['B-1', 'leave', 'now'], 'That was too much: now. Say only "leave".'],
    [['B-9', 'rfid', '04A2'], 'There is no device B-9.'],
    [['B-9', 'jam'], 'There is no device B-9.'],
    [['B-2', 'jam'], 'Several gateways have a device B-2. Say which: GW-1/B-2 or GW-2/B-2.'],
    [['B-1', 'explode'], 'A device cannot be told "explode". It can: jam, silent, drift'],
    [['D-1', 'battery'], 'Tür cannot have "battery": a DOOR has no battery, it runs on mains.'],
    [['B-1', 'jam', 'now'], 'That was too much: now.'],
  ])('says in words what is wrong with %j', async (words, text) => {
    await expect(here(...words)).rejects.toThrow(text)
    await expect(here(...words)).rejects.toThrow(Unhappy)
  })

  it('says how to start it when nothing is running', async () => {
    await expect(command(['list'], elsewhere)).rejects.toThrow('No simulator is running here. Start Holdfast first')
  })

  it('is a program: results on stdout, errors on stderr, and an exit code', async () => {
    const [done, unhappy, unknown] = await Promise.all([
      program('D-1', 'error', '--dir', folder),
      program('B-9', 'jam', '--dir', folder),
      program('--loud'),
    ])
    expect(done).toEqual({
      code: 0,
      err: '',
      out: 'Device D-1 (Tür, Bahnhof) reports the status error and moves no more; reboot ends it.\n',
    })
    expect(unhappy).toEqual({ code: 1, out: '', err: 'There is no device B-9. "list" shows them all.\n' })
    expect(unknown).toMatchObject({ code: 1, out: '' })
    expect(unknown.err).toContain("Unknown option '--loud'")
    expect(unknown.err).not.toContain('    at ')
  })

  it('is restricted to the owner of the files', async () => {
    expect(statSync(portFile).mode & 0o777).toBe(0o600)
    const { port } = JSON.parse(readFileSync(portFile, 'utf8')) as ControlAddress
    expect((await fetch(`http://127.0.0.1:${port}/devices`)).status).toBe(401)
    const guess = await fetch(`http://127.0.0.1:${port}/faults`, {
      method: 'POST',
      body: '{"target":"B-1","fault":"jam"}',
      headers: { authorization: 'Bearer guess' },
    })
    expect(guess.status).toBe(401)
    expect(simulator.device('B-1').fault()).toBe('ok')
  })
})
