import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { command, devices } from '../../contract/control.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { connectGateway } from '../../telemetry/commands/testing/portal.ts'
import { projectRoot } from '../kernel/project-root.ts'
import { freePort, type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, postMessages, signIn } from '../testing/person.ts'
import { need } from '../testing/programs.ts'
import { haveReported, makeWorld, type World } from '../testing/world.ts'
import { makeCertificate } from './testing/certificate.ts'

const folder = join(projectRoot(import.meta.dirname), 'docs/operations')

/** The guide's file for this machine: its names, ports and certificates are ours, all else is as it stands there. */
function adapted(dir: string, ports: Record<string, number>): string {
  const version = spawnSync(need('nginx'), ['-v'], { encoding: 'utf8' }).stderr
  const [major = 0, minor = 0] = (/\/(\d+)\.(\d+)/.exec(version)?.slice(1) ?? []).map(Number)
  const stream = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/etc/nginx/modules']
    .map((at) => join(at, 'ngx_stream_module.so'))
    .find((path) => existsSync(path))
  let conf = readFileSync(join(folder, 'nginx.conf'), 'utf8')
  // Until 1.25 HTTP/2 was a word behind `listen`; where the part for TCP is not installed, MQTT by TCP is not tried.
  if (major * 100 + minor < 125) conf = conf.replaceAll('http2 on;', '')
  if (stream) conf = `load_module ${stream};\n${conf}`
  else conf = conf.slice(0, conf.indexOf('\nstream {'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`)
  return (
    `pid ${dir}/pid;\nerror_log ${dir}/error.log;\n${conf}`
      .replace('http {', `http {\n${temp.join('\n')}`)
      .replace(/\b(web-1|web-2|ingest-1):\d+/g, (_, name: string) => `127.0.0.1:${ports[name]}`)
      // Without TLS too: the clients that connect here accept no unknown certificate.
      .replace(/listen 443 ssl(.*;)/g, (line, rest: string) => `${line}\nlisten 127.0.0.1:${ports['open']}${rest}`)
      .replace(/listen (80|443|8883)\b/g, (_, port: string) => `listen 127.0.0.1:${ports[port]}`)
      .replaceAll('gateways.parken.example', '127.0.0.1')
      .replaceAll('certificates/', `${dir}/`)
  )
}

describe('the guide: a portal behind its proxy', () => {
  let dir: string
  let database: TestDatabase
  let world: World
  let proxy: ChildProcess
  let portals: RunningPortal[]
  let [people, gateways, secure, plain] = ['', '', '', '']
  beforeAll(async () => {
    // The certificate is unknown.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    dir = mkdtempSync(join(tmpdir(), 'holdfast-guide-'))
    for (const name of ['portal', 'gateways']) makeCertificate(dir, name)
    database = await createTestDatabase()
    world = await makeWorld(database.knex)
    await haveReported(database.knex, world.own.gateway)
    const ports: Record<string, number> = {}
    for (const name of ['80', '443', '8883', 'open', 'web-1', 'web-2', 'ingest-1']) ports[name] = await freePort()
    people = `http://localhost:${ports['open']}`
    gateways = `http://127.0.0.1:${ports['open']}`
    secure = `https://localhost:${ports['443']}`
    plain = `http://127.0.0.1:${ports['80']}`
    const env = { PORTAL_URL: people, ADMIN_URL: `http://admin.localhost:${ports['open']}`, TRUST_PROXY: '1' }
    const start = (name: string, roles: string) =>
      startPortal({ databaseUrl: database.url, port: ports[name] ?? 0, env: { ...env, HOLDFAST_ROLES: roles } })
    portals = await Promise.all([start('web-1', 'web'), start('web-2', 'web'), start('ingest-1', 'ingest')])
    mkdirSync(join(dir, 'logs'))
    writeFileSync(join(dir, 'nginx.conf'), adapted(dir, ports))
    proxy = spawn(need('nginx'), ['-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' })
    await vi.waitFor(async () => expect((await fetch(`${people}/health/live`)).status).toBe(200))
  })
  afterAll(async () => {
    const gone = new Promise((resolve) => proxy?.once('exit', resolve))
    if (proxy?.kill('SIGTERM')) await gone
    await Promise.all((portals ?? []).map((portal) => portal.end('SIGKILL')))
    await database?.close()
    rmSync(dir, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })

  it('is a file that nginx takes [OPS-3]', () => {
    const tried = spawnSync(need('nginx'), ['-t', '-p', dir, '-c', join(dir, 'nginx.conf')], { encoding: 'utf8' })
    expect(tried.stderr).toContain('test is successful')
    expect(tried.stderr).not.toContain('[warn]')
  })

  it('answers people over TLS only, and shows nobody the metrics', async () => {
    const answer = await fetch(`${plain}/reservations`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, 'https://127.0.0.1/reservations'])
    const page = await fetch(`${secure}/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    expect((await fetch(`${people}/metrics`)).status).toBe(404)
    expect((await fetch(`${gateways}/`)).status).toBe(404)
  })

  it('signs in, opens sockets of people and links of gateways, and a command finds its way [OPS-3] [GW-2]', async () => {
    const { token, devices: places } = world.own.gateway
    const gateway = await connectGateway(gateways, token)
    const cookie = await signIn(people, 'rm', world.password)
    const person = await connectPerson(people, cookie)
    const watched = await person.watch(devices, {})
    expect(watched.answer()).toMatchObject({ ok: true })
    const answer = await person.command(command, { deviceId: places[0]?.id ?? 0, action: 'refresh' })
    expect(answer).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(gateway.deviceCommands).toHaveLength(1))
    person.close()
    gateway.socket.close()
  })

  it('takes messages of gateways by either name, and goes on when a process of people is gone [OPS-3]', async () => {
    const { token, devices: places } = world.foreign.gateway
    for (const [n, url] of [people, gateways].entries()) {
      const message = {
        id: `m-${n}`,
        at: new Date().toISOString(),
        device: places[0]?.hardwareId,
        kind: 'status',
        status: 'free',
      }
      expect(await (await postMessages(url, token, [message])).json()).toMatchObject({ stored: 1 })
    }
    await portals[0]?.end('SIGKILL')
    for (let n = 0; n < 6; n += 1) expect((await fetch(`${people}/app-config.json`)).status).toBe(200)
    const cookie = await signIn(people, 'srm', world.password)
    const person = await connectPerson(people, cookie)
    person.close()
  })
})

it('the guide: promtool takes the alerts [OPS-4]', () => {
  const tried = spawnSync(need('promtool', 'prometheus'), ['check', 'rules', join(folder, 'alerts.yml')], {
    encoding: 'utf8',
  })
  expect(tried.stdout + tried.stderr).toContain('SUCCESS')
})
