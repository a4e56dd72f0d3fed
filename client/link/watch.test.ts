import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Change } from '../../contract/changes.ts'
import { devices } from '../../contract/control.ts'
import type { DeviceView } from '../../contract/devices.ts'
import type { WatchAnswer } from '../../contract/envelope.ts'
import { device as oneDevice } from '../../contract/insight.ts'
import { deviceOf } from '../commands/testing/device.ts'
import { createLink } from './socket.ts'
import { type Script, startPeer } from './testing/peer.ts'
import type { LiveView } from './view.ts'
import { createWatches } from './watch.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
const change = (id: number, version: number, view: DeviceView | null = deviceOf({ id })): Change => ({
  kind: 'device',
  id,
  version,
  view,
})
const answer = (changes: Change[], more: Partial<Extract<WatchAnswer, { ok: true }>> = {}): WatchAnswer => ({
  ok: true,
  mode: 'snapshot',
  rooms: ['zone:1', 'zone:2'],
  cursor: '10.0',
  changes,
  ...more,
})
const versions = (view: LiveView) =>
  Object.fromEntries(
    [...view.rows('device')].filter(([, row]) => row.view !== null).map(([id, row]) => [id, row.version]),
  )

/** An answer is waited for as long as the test lasts, or for `answerMs`. */
async function following(script: Script, answerMs = 600_000) {
  const peer = await startPeer(script)
  const link = createLink({ url: peer.url, retryMs: 10, retryMaxMs: 40 })
  const watches = createWatches(link, { lingerMs: 60, answerMs })
  const synced = vi.fn()
  watches.onSynced(synced)
  ends.push(peer.stop, link.close)
  link.open()
  return { peer, link, watches, synced }
}

describe('a watched view', () => {
  it('is shared by equal inputs and followed while in use', async () => {
    const { peer, watches } = await following({ watch: () => answer([change(1, 1)]) })
    const [one, same, other] = [watches.of(devices, {}), watches.of(devices, {}), watches.of(devices, { siteId: 3 })]
    expect(one.view).toBe(same.view)
    expect(one.view).not.toBe(other.view)
    const letGo = [one.hold(), same.hold()]
    await vi.waitFor(() => expect(one.view.status().state).toBe('live'))
    expect(peer.heard.watches).toHaveLength(1)
    letGo[0]?.()
    letGo[0]?.()
    expect(peer.heard.unwatches).toHaveLength(0)
    letGo[1]?.()
    await vi.waitFor(() => expect(peer.heard.unwatches).toHaveLength(1))
    expect(one.view.status().state).toBe('loading')
  })

  it('keeps what is pushed before its snapshot, and accepts only its rooms [LIVE-6]', async () => {
    const { watches } = await following({
      watch: (_envelope, _times, socket) => {
        socket.emit('push', { room: 'zone:1', cursor: '11.0', changes: [change(1, 9)] })
        socket.emit('push', { room: 'zone:5', cursor: '11.0', changes: [change(5, 9)] })
        return answer([change(1, 4), change(2, 4)])
      },
    })
    const { view, hold } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(versions(view)).toEqual({ 1: 9, 2: 4 }))
  })

  it('never moves backwards by late or duplicate pushes, and draws a burst once [LIVE-6]', async () => {
    const { peer, watches } = await following({ watch: () => answer([change(1, 5)]) })
    const { view, hold } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(view.status().state).toBe('live'))
    const told = vi.fn()
    ends.push(view.onRow('device', 1, told))
    for (const version of [3, 7, 6, 7, 8])
      peer.io.emit('push', { room: 'zone:2', cursor: '12.0', changes: [change(1, version)] })
    await vi.waitFor(() => expect(versions(view)).toEqual({ 1: 8 }))
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('resumes by cursor after a cut: stale meanwhile, then current again without a snapshot [LIVE-6]', async () => {
    const { peer, watches, synced } = await following({
      watch: ({ cursor }) =>
        cursor === undefined
          ? answer([change(1, 1), change(2, 1)])
          : answer([change(2, 6, null)], { mode: 'resumed', cursor: '20.0' }),
    })
    const { view, hold } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(view.status().state).toBe('live'))
    peer.io.emit('cursor', '15.0')
    peer.io.emit('push', { room: 'zone:1', cursor: '16.0', changes: [change(1, 3)] })
    await vi.waitFor(() => expect(versions(view)).toEqual({ 1: 3, 2: 1 }))
    const states: string[] = []
    ends.push(view.onStatus(() => states.push(view.status().state)))
    synced.mockClear()
    peer.cut()
    await vi.waitFor(() => expect(states).toEqual(['stale', 'live']))
    expect(peer.heard.watches.map((envelope) => envelope.cursor)).toEqual([undefined, '15.0'])
    expect(versions(view)).toEqual({ 1: 3 })
    expect(synced).toHaveBeenCalledTimes(1)
  })

  it('of one room resumes from its last push', async () => {
    const { peer, watches } = await following({
      watch: ({ cursor }) =>
        answer(cursor === undefined ? [change(7, 1)] : [], {
          rooms: ['device:7'],
          mode: cursor === undefined ? 'snapshot' : 'resumed',
        }),
    })
    const { view, hold } = watches.of(oneDevice, { deviceId: 7 })
    ends.push(hold())
    await vi.waitFor(() => expect(view.status().state).toBe('live'))
    peer.io.emit('push', { room: 'device:7', cursor: '16.2', changes: [change(7, 3)] })
    await vi.waitFor(() => expect(versions(view)).toEqual({ 7: 3 }))
    peer.cut()
    await vi.waitFor(() => expect(peer.heard.watches.at(-1)?.cursor).toBe('16.2'))
  })

  it('accepts rows of a known version when requested again, for what time alone changes', async () => {
    const { peer, watches } = await following({
      watch: (_envelope, times) => answer([change(1, 4, deviceOf({ name: `seen ${times}` }))]),
    })
    const { view, hold, renew } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(view.row('device', 1)?.view).toMatchObject({ name: 'seen 1' }))
    renew()
    await vi.waitFor(() => expect(view.row('device', 1)?.view).toMatchObject({ name: 'seen 2' }))
    expect(peer.heard.watches.at(-1)?.cursor).toBeUndefined()
    peer.cut()
    await vi.waitFor(() => expect(peer.heard.watches).toHaveLength(3))
    await vi.waitFor(() => expect(view.status().state).toBe('live'))
    expect(view.row('device', 1)?.view).toMatchObject({ name: 'seen 2' })
  })

  it('ended by the server to be read again takes rows of the version that it knows: names and features have none [ADM-25]', async () => {
    const { peer, watches } = await following({
      watch: (_envelope, times) => answer([change(1, 4, deviceOf({ name: `seen ${times}` }))]),
    })
    const { view, hold } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(view.row('device', 1)?.view).toMatchObject({ name: 'seen 1' }))
    peer.io.emit('ended', { watch: peer.heard.watches.at(-1)?.watch ?? '', refusal: null })
    await vi.waitFor(() => expect(view.row('device', 1)?.view).toMatchObject({ name: 'seen 2' }))
  })

  it('loads a fresh snapshot if its cursor is too old: missing rows are removed [LIVE-6]', async () => {
    const { peer, watches } = await following({
      watch: (_envelope, times) =>
        answer(times === 1 ? [change(1, 1), change(2, 1)] : [change(1, 4)], { cursor: '30.0' }),
    })
    const { view, hold } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(versions(view)).toEqual({ 1: 1, 2: 1 }))
    peer.cut()
    await vi.waitFor(() => expect(versions(view)).toEqual({ 1: 4 }))
  })

  it('that lost its rights is empty at once with the reason; with other rooms it starts again [NAV-6]', async () => {
    const { peer, watches } = await following({
      watch: (_envelope, times) => answer([change(times, times)], { rooms: [`zone:${times}`] }),
    })
    const { view, hold } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(versions(view)).toEqual({ 1: 1 }))
    const [first] = peer.heard.watches
    peer.io.emit('ended', { watch: first?.watch ?? '', refusal: null })
    await vi.waitFor(() => expect(versions(view)).toEqual({ 2: 2 }))
    expect(peer.heard.watches.at(-1)?.cursor).toBeUndefined()
    peer.io.emit('ended', { watch: peer.heard.watches.at(-1)?.watch ?? '', refusal: { code: 'not-authorized' } })
    await vi.waitFor(() => expect(view.status()).toMatchObject({ state: 'error', refusal: { code: 'not-authorized' } }))
    expect(versions(view)).toEqual({})
  })

  it('retries without a reply or while the server is busy, not when refused; then only on request', async () => {
    const { peer, watches } = await following(
      {
        watch: (_envelope, times) => {
          if (times === 1) return 'silence'
          if (times === 2) return { ok: false, refusal: { code: 'server-busy', params: { seconds: 0.01 } } }
          if (times === 3) return { ok: false, refusal: { code: 'not-found' } }
          return answer([change(1, 1)])
        },
      },
      200,
    )
    const { view, hold, retry } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(view.status().state).toBe('error'))
    expect(peer.heard.watches).toHaveLength(3)
    retry()
    await vi.waitFor(() => expect(view.status().state).toBe('live'))
  })

  it('drops its rows when the session is over, and follows again for the next one [ASVS V14.3.1]', async () => {
    const { link, watches } = await following({ watch: () => answer([change(1, 1)]) })
    const { view, hold } = watches.of(devices, {})
    ends.push(hold())
    await vi.waitFor(() => expect(view.status().state).toBe('live'))
    link.close()
    watches.clear()
    expect(versions(view)).toEqual({})
    expect(view.status().state).toBe('loading')
    link.open()
    await vi.waitFor(() => expect(versions(view)).toEqual({ 1: 1 }))
  })
})
