import { afterEach, describe, expect, it, vi } from 'vitest'
import { command } from '../../contract/control.ts'
import { sites } from '../../contract/sites.ts'
import { ask } from './ask.ts'
import { send } from './send.ts'
import { createLink, type Link, type LinkMoment } from './socket.ts'
import { type Peer, type Script, startPeer } from './testing/peer.ts'

const reply = { deviceCommandId: 'o-1', supportCode: 'K7Q2-M9XD', deadline: '2026-11-21T09:00:15.000Z' }
const request = { deviceId: 7, action: 'open' } as const
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function connected(script: Script): Promise<{ peer: Peer; link: Link; moments: LinkMoment[] }> {
  const peer = await startPeer(script)
  const link = createLink({ url: peer.url, retryMs: 10, retryMaxMs: 40 })
  const moments: LinkMoment[] = []
  link.on((moment) => moments.push(moment))
  ends.push(peer.stop, link.close)
  link.open()
  await vi.waitFor(() => expect(moments).toContain('CONNECTED'))
  return { peer, link, moments }
}

describe('a command', () => {
  it('resolves with its reply [CTRL-1]', async () => {
    const { link, peer } = await connected({ command: () => ({ ok: true, reply }) })
    expect(await send(command, request, { link })).toEqual({ ok: true, reply })
    expect(peer.heard.commands).toMatchObject([{ name: 'control.command', input: { deviceId: 7, action: 'open' } }])
  })

  it('is sent again with the same id if the reply was lost with the connection [CTRL-8]', async () => {
    const { link, peer } = await connected({
      command: (_envelope, times) => {
        if (times > 1) return { ok: true, reply }
        setImmediate(() => peer.cut())
        return 'silence'
      },
    })
    expect(await send(command, request, { link })).toEqual({ ok: true, reply })
    const ids = peer.heard.commands.map((envelope) => envelope.id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('is repeated with the same id if there is no reply on a live connection [CTRL-8]', async () => {
    const { link, peer } = await connected({
      command: (_envelope, times) => (times > 2 ? { ok: true, reply } : 'silence'),
    })
    expect(await send(command, request, { link, attemptMs: 50 })).toEqual({ ok: true, reply })
    expect(new Set(peer.heard.commands.map((envelope) => envelope.id)).size).toBe(1)
  })

  it('has an unknown outcome if it was sent and its time ran out [CTRL-5]', async () => {
    const { link } = await connected({ command: () => 'silence' })
    const answer = await send(command, request, { link, timeoutMs: 120, attemptMs: 50 })
    expect(answer).toEqual({ ok: false, refusal: { code: 'outcome-unknown' } })
  })

  it('that never left this device is not sent later [CTRL-8]', async () => {
    const { link, peer } = await connected({ command: () => ({ ok: true, reply }) })
    link.close()
    const answer = await send(command, request, { link, timeoutMs: 60 })
    expect(answer).toEqual({ ok: false, refusal: { code: 'no-answer' } })
    link.open()
    await vi.waitFor(() => expect(link.socket.connected).toBe(true))
    await ask(sites, {}, { link, timeoutMs: 60, attemptMs: 30 })
    expect(peer.heard.commands).toEqual([])
  })

  it('waits out an unavailable database, and returns its refusal if that lasts', async () => {
    const away = { ok: false, refusal: { code: 'database-unavailable' } } as const
    const { link, peer } = await connected({
      command: (_envelope, times) => (times > 1 ? { ok: true, reply } : away),
    })
    expect(await send(command, request, { link })).toEqual({ ok: true, reply })
    // The time is over as soon as that is heard.
    const now = performance.now.bind(performance)
    let passed = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
    ends.push(() => clock.mockRestore())
    peer.script.command = () => {
      passed = 60_000
      return away
    }
    expect(await send(command, request, { link, timeoutMs: 60_000, attemptMs: 60_000 })).toEqual(away)
  })

  it('with bad input is refused locally, with its fields', async () => {
    const { link, peer } = await connected({})
    const answer = await send(command, { deviceId: -1, action: 'open' }, { link })
    expect(answer).toMatchObject({ refusal: { code: 'bad-input', fields: [{ path: 'deviceId' }] } })
    expect(peer.heard.commands).toEqual([])
  })
})

describe('a query', () => {
  const view = { items: [], recordCount: 0 }

  it('is sent again after a reconnect', async () => {
    const { link, peer } = await connected({
      query: (_envelope, times) => {
        if (times > 1) return { ok: true, view }
        setImmediate(() => peer.cut())
        return 'silence'
      },
    })
    expect(await ask(sites, {}, { link })).toEqual({ ok: true, view })
  })

  it('ends when its time is over, and at once when aborted', async () => {
    const { link } = await connected({ query: () => 'silence' })
    expect(await ask(sites, {}, { link, timeoutMs: 50 })).toMatchObject({ refusal: { code: 'no-answer' } })
    const stop = new AbortController()
    const asked = ask(sites, {}, { link, signal: stop.signal, attemptMs: 30 })
    stop.abort()
    expect(await asked).toMatchObject({ ok: false, aborted: true })
  })
})

describe('the link', () => {
  it('reconnects after a cut [LIVE-6]', async () => {
    const { peer, moments } = await connected({})
    peer.cut()
    await vi.waitFor(() => expect(moments.slice(0, 3)).toEqual(['CONNECTED', 'LOST', 'CONNECTED']))
  })

  it('keeps trying while the server refuses because it is busy [LIVE-6]', async () => {
    const { peer, moments } = await connected({})
    let refusals = 3
    peer.script.handshake = () => (refusals-- > 0 ? 'server-stopping' : null)
    peer.cut()
    await vi.waitFor(() => expect(moments.filter((moment) => moment === 'CONNECTED')).toHaveLength(2))
    expect(refusals).toBeLessThanOrEqual(0)
  })

  it.each([
    ['session-expired', 'EXPIRED'],
    ['wrong-wire-version', 'OUTDATED'],
  ] as const)('ends at %s with %s, and tries no more [ACC-6]', async (code, moment) => {
    const { peer, link, moments } = await connected({})
    peer.script.handshake = () => code
    peer.cut()
    await vi.waitFor(() => expect(moments.at(-1)).toBe(moment))
    expect(link.socket.active).toBe(false)
  })

  it('distinguishes the end of a session from a restart of the server [ACC-6]', async () => {
    const { peer, moments } = await connected({})
    peer.io.emit('bye', { reason: 'server-stopping' })
    peer.io.disconnectSockets(true)
    await vi.waitFor(() => expect(moments).toEqual(['CONNECTED', 'LOST', 'CONNECTED']))
    peer.io.emit('bye', { reason: 'session-ended' })
    peer.io.disconnectSockets(true)
    await vi.waitFor(() => expect(moments.at(-1)).toBe('EXPIRED'))
  })

  it('gives way to a server of another wire version', async () => {
    const { peer, moments } = await connected({})
    peer.script.hello = { wireVersion: 99 }
    peer.cut()
    await vi.waitFor(() => expect(moments.at(-1)).toBe('OUTDATED'))
  })
})
