import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Request, Response } from 'express'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CircuitBreaker } from '../../db/circuit-breaker.ts'
import { connect } from '../../db/connect.ts'
import { routes } from '../calls/routes.ts'
import type { Config } from '../kernel/config.ts'
import { createMetrics } from '../kernel/metrics.ts'
import { createTurns, noTurns } from './request-queue.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})

/** The queue of a portal with so many connections, and calls that end on request. */
function start(databasePool: number, url = 'postgres://127.0.0.1:1/none') {
  const knex = connect(url, { max: 1 })
  closing.push(() => knex.destroy())
  const metrics = createMetrics()
  const turns = createTurns({ config: { databasePool } as Config, knex, metrics })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const come = (name: string, { method = 'GET', session = name as string | null, closed = false } = {}) => {
    const call = {
      request: { method, ip: '203.0.113.1' } as Request,
      response: { closed } as Response,
      sessionHash: session === null ? null : Buffer.from(session),
    }
    return turns(call, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    for (let at = 0; at < 10; at += 1) await Promise.resolve()
  }
  const figures = async () => [
    (await metrics.callsWaiting.gauge.get()).values[0]?.value,
    (await metrics.callsRefused.get()).values[0]?.value,
  ]
  return { knex, begun, come, end, figures }
}

describe('the queue of calls', () => {
  it('runs as many as there are connections, changes first and sessions in turn [OPS-4]', async () => {
    const { begun, come, end, figures } = start(2)
    const told = [
      come('at work 1'),
      come('at work 2'),
      come('reads 1', { session: 'reader' }),
      come('reads 2', { session: 'reader' }),
      come('reads 3', { session: null }),
      come('changes', { method: 'POST' }),
    ]
    expect([begun, await figures()]).toEqual([
      ['at work 1', 'at work 2'],
      [4, 0],
    ])
    await end('at work 1')
    expect([begun[2], await figures()]).toEqual(['changes', [3, 0]])
    for (const at of [1, 2, 3, 4, 5]) await end(begun[at] ?? '')
    expect(begun.slice(2)).toEqual(['changes', 'reads 1', 'reads 3', 'reads 2'])
    await Promise.all(told)
    expect(await figures()).toEqual([0, 0])
  })

  it('refuses a call whose turn does not come in time as busy, and starts nothing [OPS-4]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { begun, come, end, figures } = start(1)
    const first = come('first')
    const second = come('second', { method: 'POST' }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(3_999)
    expect(await figures()).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(2)
    expect(await second).toMatchObject({ refusal: { code: 'server-busy' } })
    expect(await figures()).toEqual([0, 1])
    await end('first')
    expect([await first, begun]).toEqual(['first', ['first']])
  })

  it('does nothing for a caller who left while waiting', async () => {
    const { begun, come, end } = start(1)
    const first = come('first')
    const gone = come('gone', { closed: true, method: 'POST' })
    await end('first')
    expect([await first, await gone, begun]).toEqual(['first', null, ['first']])
  })

  it('does not count callers who left as refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { come, end, figures } = start(1)
    const first = come('first')
    const gone = come('gone', { closed: true })
    await vi.advanceTimersByTimeAsync(4_001)
    expect([await gone, await figures()]).toEqual([null, [0, 0]])
    await end('first')
    await first
  })

  it('refuses new calls at once while the database accepts no connections, and lets them wait again afterwards', async () => {
    const { knex, begun, come, end } = start(1)
    const told = [come('a')]
    await expect(knex.raw('SELECT 1')).rejects.toThrow('ECONNREFUSED')
    told.push(come('b'), come('c'))
    expect(begun).toEqual(['a', 'b', 'c'])
    const later = vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
    told.push(come('d'))
    later.mockRestore()
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const name of ['a', 'b', 'c', 'd']) await end(name)
    expect(await Promise.all(told)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('refuses new calls at once while the database is silent, and those already waiting too', async () => {
    // Accepts connections, and never responds.
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const url = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/none`
    const { knex, begun, come, end } = start(1, url)
    const told = [come('at work'), come('waits')]
    const breaker = new CircuitBreaker(url)
    closing.push(() => breaker.stop())
    breaker.guards(knex)
    breaker.open()
    told.push(come('a'), come('b'))
    expect(begun).toEqual(['at work', 'a', 'b'])
    for (const name of ['a', 'b']) await end(name)
    expect(begun).not.toContain('waits')
    await end('at work')
    await end('waits')
    await Promise.all(told)
  })

  it('excludes calls that wait for something other than the database', async () => {
    const aside = routes.filter((route) => route.aside).map(({ method, path }) => `${method} ${path}`)
    expect(aside).toEqual([
      'post /users/login',
      'post /users/confirm-identity',
      'post /users/register',
      'post /users/register_confirm',
      'post /users/password_reset',
      'post /users/migrate_to_rm',
      'post /codes/prepareTuAuthorize',
      'post /media',
      'post /users/change_password',
      'get /app-config.json',
      'post /setup',
      'post /users/oidc/start',
      'post /users/oidc/finish',
      'post /users/oidc/test',
      'post /imports',
      'get /places',
      'get /media/:id/file',
    ])
    const call = { request: {} as Request, response: {} as Response, sessionHash: null }
    expect(await noTurns(call, async () => 'done')).toBe('done')
  })
})
