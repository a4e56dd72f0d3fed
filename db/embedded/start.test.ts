import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { socketAddress } from './login.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './start.ts'
import { killEmbedded } from './testing/kill.ts'

let dir: string
let running: Embedded[]
let parents: ChildProcess[]

/** A folder whose database was created, started once and stopped: most tests begin with a copy, because creating one takes a while. */
let made: string

beforeAll(async () => {
  made = join(parentFolder(), 'pg')
  await (await startEmbedded({ dir: made, supervised: false })).stop()
})

afterAll(() => rmSync(join(made, '..'), { recursive: true, force: true }))

beforeEach(() => {
  dir = join(parentFolder(), 'pg')
  running = []
  parents = []
})

afterEach(async () => {
  for (const parent of parents) parent.kill('SIGKILL')
  for (const server of running.reverse()) await server.stop()
  await killEmbedded(dir)
  rmSync(join(dir, '..'), { recursive: true, force: true })
})

function parentFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'holdfast-embedded-'))
  chmodSync(parent, 0o755)
  return parent
}

/** Starts from the prepared database instead of an empty folder; `cp -a` keeps the owner, also as root. */
function prepared(): void {
  execFileSync('cp', ['-a', made, dir])
  rmSync(join(dir, 'port'))
}

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dir, supervised: false, ...options })
  running.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another Node process that starts the same server; resolves when it runs. */
async function startParent(): Promise<{ child: ChildProcess; said: { url: string; adopted: boolean; pid: number } }> {
  const script = join(import.meta.dirname, 'testing/hold.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  parents.push(child)
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    child.once('exit', (code) => reject(new Error(`the parent ended with ${code}`)))
  })
  return { child, said: JSON.parse(line) as { url: string; adopted: boolean; pid: number } }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** The number of postmasters in the folder: processes there whose parent is elsewhere. */
function serversIn(folder: string): number {
  const here = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && cwdOf(pid) === join(folder, 'data'))
  return here.filter((pid) => !here.includes(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? ''))
    .length
}

function cwdOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

describe('embedded PostgreSQL', () => {
  it('starts in an empty folder, and keeps data and port over a stop [OPS-1]', async () => {
    const first = await start()
    expect(first.adopted).toBe(false)
    await ask(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(first.pid()).toBeUndefined()

    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  it('is safe by default: loopback, scram, checksums, fsync, a plain role, a password nobody else can read', async () => {
    prepared()
    const server = await start()
    expect(statSync(join(dir, 'credentials.json')).mode & 0o777).toBe(0o600)
    const [row] = await ask(
      server.superuserUrl,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages, current_setting('data_checksums') as sums,
              current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets,
              (select rolsuper from pg_roles where rolname = 'holdfast') as super,
              (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as auth`,
    )
    expect(row).toEqual({
      fsync: 'on',
      pages: 'on',
      sums: 'on',
      listen: '127.0.0.1',
      sockets: '.',
      super: false,
      auth: 'scram-sha-256',
    })
    await expect(ask(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  it('also listens on its socket, and on TCP if the path is too long or there is no socket', async () => {
    prepared()
    const server = await start()
    const [client] = await ask(server.socketUrl, 'select inet_client_addr() as address, current_user as role')
    expect(client).toEqual({ address: null, role: 'holdfast' })
    await expect(ask(server.socketUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
      code: '28P01',
    })
    expect(socketAddress(server.url, join(dir, 'elsewhere'))).toBe(server.url)
    const deep = join(dir, 'd'.repeat(100))
    mkdirSync(deep)
    const name = `.s.PGSQL.${new URL(server.url).port}`
    symlinkSync(join(dir, 'data', name), join(deep, name))
    expect(socketAddress(server.url, deep)).toBe(server.url)
  })

  it('has the extensions that the schema needs, created by the plain role', async () => {
    prepared()
    const server = await start()
    const names = ['btree_gist', 'citext', 'pg_trgm', 'pgcrypto', 'unaccent']
    for (const name of names) await ask(server.url, `create extension ${name}`)
    const made = await ask(server.url, `select extname from pg_extension where extname <> 'plpgsql' order by 1`)
    expect(made.map(({ extname }) => extname)).toEqual(names)
  })

  it('takes over the server of a parent that was killed, with its data', async () => {
    prepared()
    const { child, said } = await startParent()
    await ask(said.url, 'create table kept as select 7 as answer')
    await kill(child)

    const next = await start()
    expect(next).toMatchObject({ adopted: true, url: said.url })
    expect(next.pid()).toBe(said.pid)
    expect(await ask(next.url, 'select answer from kept')).toEqual([{ answer: 7 }])
    await next.stop()
    expect(next.pid()).toBeUndefined()
  })

  it('shares a server with a living process and leaves it running at stop', async () => {
    prepared()
    const { said } = await startParent()
    const guest = await start()
    expect(guest).toMatchObject({ adopted: true, url: said.url })
    await guest.stop()
    expect(await ask(said.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('never starts two servers when several start at once', async () => {
    const all = await Promise.all([startParent(), startParent(), startParent()])
    expect(new Set(all.map(({ said }) => said.url)).size).toBe(1)
    expect(new Set(all.map(({ said }) => said.pid)).size).toBe(1)
    expect(all.filter(({ said }) => !said.adopted)).toHaveLength(1)
  })

  it('recovers after the server itself was killed: nothing committed is lost', async () => {
    prepared()
    const first = await start()
    await ask(first.url, 'create table kept as select generate_series(1, 1000) as n')
    await killEmbedded(dir)
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await ask(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  })

  it.runIf(process.platform === 'linux')(
    'survives many kills of the parent and of the server: never two servers, nothing committed is lost [OPS-1]',
    async () => {
      prepared()
      let committed = 0
      for (let round = 0; round < 6; round += 1) {
        const { child, said } = await startParent()
        await ask(said.url, 'create table if not exists kept (n int)')
        await ask(said.url, `insert into kept values (${round})`)
        committed += 1
        if (round % 3 !== 0) await kill(child)
        if (round % 3 !== 1) await killEmbedded(dir)
        await kill(child)
        expect(await ask((await start()).url, 'select count(*)::int as n from kept')).toEqual([{ n: committed }])
        expect(serversIn(dir)).toBe(1)
        if (round % 2 === 0) await running.pop()?.stop()
      }
    },
  )

  it('restarts a killed server by itself on the same port', async () => {
    prepared()
    const lines: string[] = []
    const server = await start({ supervised: true, log: (line) => lines.push(line) })
    const before = server.pid()
    await killEmbedded(dir)
    await vi.waitFor(async () => expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]), {
      interval: 50,
    })
    expect(server.pid()).not.toBe(before)
    await vi.waitFor(() => expect(lines).toContain('The database server runs again'))
  })

  it('is not misled by a half-finished initdb', async () => {
    mkdirSync(join(dir, 'data.unfinished-999999-abcdef'), { recursive: true })
    writeFileSync(join(dir, 'data.unfinished-999999-abcdef/PG_VERSION'), '18')
    await start()
    expect(readdirSync(dir).filter((name) => name.startsWith('data.unfinished'))).toEqual([])
  })

  it('refuses a data folder that holds something else, and touches nothing', async () => {
    mkdirSync(join(dir, 'data'), { recursive: true })
    writeFileSync(join(dir, 'data/letter.txt'), 'dear')
    await expect(start()).rejects.toThrow(/is not empty and holds no database/)
    expect(readFileSync(join(dir, 'data/letter.txt'), 'utf8')).toBe('dear')
  })

  it('refuses data whose password file is gone, and says what to do', async () => {
    prepared()
    rmSync(join(dir, 'credentials.json'))
    await expect(start()).rejects.toThrow(/credentials.json is missing.*Bring the file back/)
  })

  it('moves to another port when its own is taken', async () => {
    prepared()
    const first = await start()
    await first.stop()
    const port = Number(new URL(first.url).port)
    const squatter = createServer().listen(port, '127.0.0.1')
    try {
      const second = await start()
      expect(Number(new URL(second.url).port)).not.toBe(port)
      await ask(second.url, 'select 1')
    } finally {
      squatter.close()
    }
  })

  it('starts although postmaster.pid names a foreign living process', async () => {
    prepared()
    const first = await start()
    await first.stop()
    writeFileSync(
      join(dir, 'data/postmaster.pid'),
      `${process.pid}\n${dir}/data\n0\n${new URL(first.url).port}\n\n127.0.0.1\n`,
    )
    const second = await start()
    expect(second.adopted).toBe(false)
    await ask(second.url, 'select 1')
  })

  it('starts although the lock of its socket names a foreign living process', async () => {
    prepared()
    const first = await start()
    await first.stop()
    const { port } = new URL(first.url)
    // Of the same user: of another one PostgreSQL would know that it is none of its own.
    const foreign = spawn('sleep', ['600'], { uid: statSync(join(dir, 'data')).uid })
    parents.push(foreign)
    const lock = join(dir, `data/.s.PGSQL.${port}.lock`)
    writeFileSync(lock, `${foreign.pid}\n${dir}/data\n0\n${port}\n.\n`)
    writeFileSync(join(dir, `data/.s.PGSQL.${port}`), '')
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await ask(second.socketUrl, 'select inet_client_addr() as address')).toEqual([{ address: null }])
  })

  it('works over TCP where no socket can be made', async () => {
    prepared()
    const first = await start()
    await first.stop()
    mkdirSync(join(dir, `data/.s.PGSQL.${new URL(first.url).port}`))
    const second = await start()
    expect(second.socketUrl).toBe(second.url)
    await ask(second.socketUrl, 'select 1')
  })

  it('removes a temporary server and its folder, also one that was left behind', async () => {
    const left = join(dir, '../left')
    mkdirSync(left)
    writeFileSync(join(left, 'owner.json'), JSON.stringify({ pid: 999_999, temporary: true }))
    const server = await start({ temporary: true, fsync: false })
    expect(existsSync(left)).toBe(false)
    await server.stop()
    expect(existsSync(dir)).toBe(false)
    await expect(start({ fsync: false })).rejects.toThrow(/Only a temporary database/)
  })

  it('below a closed folder: refuses as root, naming the folder and the ways out; works for its owner', async () => {
    const closed = join(dir, '../closed')
    mkdirSync(closed, { mode: 0o700 })
    const inside = start({ dir: join(closed, 'pg'), temporary: true })
    if (process.getuid?.() === 0)
      await expect(inside).rejects.toThrow(/may not enter .*closed.*chmod o\+x.*DATABASE_URL/s)
    else expect(await inside).toMatchObject({ adopted: false })
  })
})
