import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devices } from '../../contract/control.ts'
import { connect } from '../../db/connect.ts'
import { startEmbedded } from '../../db/embedded/start.ts'
import { demoLogins } from '../../db/seeds/demo-logins.ts'
import { makeOutdated } from '../../db/testing/outdated.ts'
import { projectRoot } from '../kernel/project-root.ts'
import { expectAtMost, stopwatch } from '../testing/figures.ts'
import { freePort, type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, signIn } from '../testing/person.ts'

let dir: string
let port: number
let portal: RunningPortal | undefined

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-start-'))
  chmodSync(dir, 0o755)
  port = await freePort()
})
afterAll(async () => {
  await portal?.end('SIGTERM')
  rmSync(dir, { recursive: true, force: true })
})

/** Starts it and returns also the ms until it is ready. */
const start = async (): Promise<{ portal: RunningPortal; ms: number }> => {
  const passed = stopwatch()
  const made = await startPortal({ port, env: { HOLDFAST_DIR: dir } })
  return { portal: made, ms: passed() }
}
const login = (role: string) => demoLogins.find((item) => item.role === role) ?? { login: '', password: '' }
const postmaster = (): number => Number(readFileSync(join(dir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
/** Seen by an operator of the demo: how many devices there are and how many have reported. */
async function look(url: string): Promise<{ devices: number; reported: number }> {
  const { login: name, password } = login('Reservation Manager')
  const person = await connectPerson(url, await signIn(url, name, password))
  const { rows } = await person.watch(devices, {})
  const all = [...rows.values()].map((row) => row.view as { status: string })
  person.close()
  return { devices: all.length, reported: all.filter((view) => view.status !== 'undefined').length }
}

describe('npm start', () => {
  it('makes a living demo of an empty folder, with a login for every role [OPS-1] [GW-6]', async () => {
    const first = await start()
    portal = first.portal
    expectAtMost('ms of the first start', first.ms, 90_000)
    await expect.poll(() => portal?.output()).toContain('Ctrl-C stops it')
    for (const item of demoLogins) {
      expect(portal.output()).toContain(item.login)
      expect(await signIn(item.app === 'admin' ? portal.adminUrl : portal.url, item.login, item.password)).toContain(
        'sid=',
      )
    }
    const guest = /http:\S+\/eticket\/\S+/.exec(portal.output())?.[0]
    expect(guest).toBeDefined()
    await expect.poll(async () => (await look(first.portal.url)).reported, { interval: 1_000 }).toBeGreaterThan(100)
  })

  it('refuses a second start on the same port with a clear text, and the first goes on [OPS-1]', async () => {
    const child = spawn(process.execPath, [join(projectRoot(import.meta.dirname), 'dist/portal/main.js')], {
      env: { PATH: process.env['PATH'], PORT: String(port), HOLDFAST_DIR: dir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const code = await new Promise((resolve) => child.once('exit', resolve))
    expect(code).toBe(1)
    expect(text).toContain(`Port ${port} is taken`)
    expect((await look(portal?.url ?? '')).devices).toBeGreaterThan(100)
  })

  it('stops on Ctrl-C with everything it started, and the second start keeps the data [OPS-1] [OPS-4]', async () => {
    const guest = /http:\S+\/eticket\/\S+/.exec(portal?.output() ?? '')?.[0]
    const before = await look(portal?.url ?? '')
    const pid = postmaster()
    expect(await portal?.end('SIGINT')).toBe(0)
    // Its entry may stay until its current parent has collected it.
    await expect.poll(() => lives(pid)).toBe(false)
    const second = await start()
    portal = second.portal
    expectAtMost('ms of a second start', second.ms, 10_000)
    expect((await look(portal.url)).devices).toBe(before.devices)
    await expect.poll(() => portal?.output()).toContain(guest)
  })

  it('killed with -9 it starts again on the same data, over the same database server [OPS-1]', async () => {
    for (let round = 0; round < 3; round += 1) {
      const pid = postmaster()
      await portal?.end('SIGKILL')
      const again = await start()
      portal = again.portal
      expectAtMost('ms of a start after a kill', again.ms, 10_000)
      expect(postmaster()).toBe(pid)
      expect((await look(portal.url)).devices).toBeGreaterThan(100)
    }
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'ended with npm and its shell by one %s to all of them, it still stops its database first [OPS-1] [OPS-4]',
    async (signal) => {
      await portal?.end()
      portal = undefined
      const npm = spawn('npm', ['start'], {
        cwd: projectRoot(import.meta.dirname),
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), HOLDFAST_DIR: dir },
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await new Promise<void>((resolve) => {
        npm.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('Ctrl-C stops it') && resolve())
      })
      const pid = postmaster()
      process.kill(-(npm.pid ?? 0), signal)
      await expect.poll(() => lives(pid)).toBe(false)
    },
  )

  it('makes a demo from before the first release again, and says so in a line of the log [OPS-1]', async () => {
    await portal?.end()
    const server = await startEmbedded({ dir: join(dir, 'postgres') })
    const knex = connect(server.url, { max: 1, name: 'test' })
    await makeOutdated(knex)
    await knex('tenants').update({ name: 'from before' })
    await knex.destroy()
    await server.stop()
    portal = (await start()).portal
    expect(portal.output().match(/its data are made anew/g)).toHaveLength(1)
    await expect.poll(() => portal?.output()).toContain('Ctrl-C stops it')
    const { login: name, password } = login('Reservation Manager')
    expect(await signIn(portal.url, name, password)).toContain('sid=')
    expect((await look(portal.url)).devices).toBeGreaterThan(100)
  })

  it('says what is wrong with a setting instead of starting [OPS-3]', async () => {
    const child = spawn(process.execPath, [join(projectRoot(import.meta.dirname), 'dist/portal/main.js')], {
      env: { PATH: process.env['PATH'], PORT: 'eighty', HOLDFAST_ROLS: 'web' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
    expect(text).toMatch(/HOLDFAST_ROLS is not a setting/)
    expect(text).toMatch(/PORT/)
  })
})
