import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Ballast, startBallast } from './ballast.ts'

const bytes = 3_000_000
let dir: string
let path: string
/** Disk space left by others; the file takes its own. */
let left: number
let looks = 0
let ballasts: Ballast[]
const set = vi.fn()
const lines: string[] = []
const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
const start = async () => {
  const free = async () => {
    looks += 1
    return left - (existsSync(path) ? bytes : 0)
  }
  const ballast = await startBallast({ path, log, metrics: { storageLow: { set } }, bytes, everyMs: 5, free })
  ballasts.push(ballast)
  return ballast
}
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-ballast-'))
  path = join(dir, 'ballast')
  left = 10 * bytes
  ballasts = []
  lines.length = 0
  set.mockClear()
})
afterEach(async () => {
  for (const ballast of ballasts) await ballast.stop()
  rmSync(dir, { recursive: true, force: true })
})

describe('the ballast on the disk of the database [OPS-3]', () => {
  it('is deleted when the disk is almost full, and written again when there is room for both', async () => {
    const ballast = await start()
    expect(statSync(path).size).toBe(bytes)
    expect(ballast.low()).toBe(false)
    left = bytes
    await vi.waitFor(() => expect(ballast.low()).toBe(true))
    expect(existsSync(path)).toBe(false)
    // The space that was released is not enough to write it again.
    left = 1.9 * bytes
    const seen = looks
    await vi.waitFor(() => expect(looks).toBeGreaterThan(seen + 3))
    expect([ballast.low(), existsSync(path)]).toEqual([true, false])
    left = 2 * bytes
    await vi.waitFor(() => expect(ballast.low()).toBe(false))
    expect(statSync(path).size).toBe(bytes)
    expect(set.mock.calls).toEqual([[1], [0]])
    expect(lines).toEqual([
      'the disk of the database is almost full: telemetry is taken slowly',
      'the disk of the database has room again',
    ])
  })

  it('is the shared state for every process, including later ones', async () => {
    const [one, two] = [await start(), await start()]
    left = bytes
    await vi.waitFor(() => expect([one.low(), two.low()]).toEqual([true, true]))
    expect((await start()).low()).toBe(true)
    left = 10 * bytes
    await vi.waitFor(() => expect(ballasts.map((each) => each.low())).toEqual([false, false, false]))
    // Two may have started to write it.
    await vi.waitFor(() => expect([statSync(path).size, existsSync(`${path}.part`)]).toEqual([bytes, false]))
  })

  it('is never written by two at once; an unfinished one is written again', async () => {
    writeFileSync(`${path}.part`, 'half')
    const ballast = await start()
    expect([existsSync(path), ballast.low()]).toEqual([false, false])
    utimesSync(`${path}.part`, new Date(0), new Date(0))
    await vi.waitFor(() => expect(existsSync(path)).toBe(true))
    expect(existsSync(`${path}.part`)).toBe(false)
  })

  it('refuses a path that holds something else; needs a folder, and a disk that reports its free space', async () => {
    const begin = (at: string) =>
      startBallast({ path: at, log, metrics: { storageLow: { set } }, bytes, everyMs: 5 }).then((made) => made.stop())
    writeFileSync(path, 'precious')
    await expect(begin(path)).rejects.toThrow('something else')
    await expect(begin(dir)).rejects.toThrow('something else')
    expect(statSync(path).size).toBe(8)
    await expect(begin(join(dir, 'nowhere', 'ballast'))).rejects.toThrow('ENOENT')
    if (existsSync('/proc')) await expect(begin('/proc/ballast')).rejects.toThrow('nobody says how much room')
  })

  it('has no effect if it cannot be written', async () => {
    mkdirSync(`${path}.part`)
    utimesSync(`${path}.part`, new Date(0), new Date(0))
    const ballast = await start()
    expect(ballast.low()).toBe(false)
    expect(lines).toEqual(['the ballast could not be written'])
  })
})
