import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workInBatches } from './in-batches.ts'

const batch = 3

/** The 41st field of proc(5): how a thread is scheduled. What stands in brackets before it may hold anything. */
const policyOf = (path: string): number => {
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[41 - 3])
}
const policiesOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).map((thread) => policyOf(`/proc/${pid}/task/${thread}/stat`))

const works = process.platform === 'linux' && spawnSync('chrt', ['-b', '0', 'true']).status === 0

describe.runIf(works)('who works in batches', () => {
  let child: ChildProcess
  beforeAll(async () => {
    child = spawn(process.execPath, ['-e', 'console.log("up"); process.stdin.resume()'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    await new Promise((resolve) => child.stdout?.once('data', resolve))
  })
  afterAll(() => void child.kill())

  test('with more than two cores nothing is changed', async () => {
    const before = policiesOf(child.pid ?? 0)
    expect(await workInBatches(child.pid ?? 0, 3)).toBe(false)
    expect(new Set(policiesOf(child.pid ?? 0))).toEqual(new Set(before))
  })
  test('with two cores every thread of the process does', async () => {
    expect(await workInBatches(child.pid ?? 0, 2)).toBe(true)
    expect(new Set(policiesOf(child.pid ?? 0))).toEqual(new Set([batch]))
  })
  test('a process that is gone is no error', async () => {
    const pid = child.pid ?? 0
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    expect(await workInBatches(pid, 2)).toBe(false)
  })
})
