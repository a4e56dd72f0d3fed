import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CommandAnswer } from '../../contract/envelope.ts'
import { createLink } from '../link/socket.ts'
import { type Script, startPeer } from '../link/testing/peer.ts'
import type { Opener } from './opener.ts'
import { createOpening } from './opening.ts'
import { requestOver } from './testing/request-over.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const end of ends.splice(0).reverse()) await end()
})

/** The tab's storage, as in a browser. */
function tab() {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}
const accepted: CommandAnswer = {
  ok: true,
  reply: { runId: 'r1', deadline: 'd', openingsLeft: 4, lastOpening: false, countsAs: 'entry' },
}
const outcomeReply = (outcome: 'done' | 'refused' | 'never', refusal: string | null = null): CommandAnswer => ({
  ok: true,
  reply: { outcome, runId: outcome === 'done' ? 'r1' : null, refusal },
})

async function before(script: Script, connected = true) {
  const peer = await startPeer(script)
  const link = createLink({ url: peer.url, retryMs: 10, retryMaxMs: 40 })
  ends.push(peer.stop, link.close)
  if (connected) {
    link.open()
    await vi.waitFor(() => expect(link.socket.connected).toBe(true))
  }
  const opener: Opener = requestOver(link)
  /** Without a limit it waits as long as the test does. */
  const make = (patienceMs = 600_000) => createOpening(opener, { patienceMs, outcomePauseMs: 20 })
  const commands = (name: string) => peer.heard.commands.filter((command) => command.name === name)
  return { peer, link, make, commands }
}

describe('a request over an unreliable connection', () => {
  it('is no longer stored once it has a reply; a second tap meanwhile does nothing [CTRL-8]', async () => {
    const kept = tab()
    const { make, commands } = await before({ command: () => accepted })
    const opening = make()
    opening.give(null, 'open')
    opening.give(null, 'open')
    expect(kept.size).toBe(1)
    await vi.waitFor(() => expect(opening.now()).toMatchObject({ state: 'accepted', runId: 'r1' }))
    expect(commands('control.requestAction')).toHaveLength(1)
    expect(kept.size).toBe(0)
  })

  it('that never left is surely not done, and is not sent when the connection is back [CTRL-8]', async () => {
    tab()
    const { link, make, commands } = await before({ command: () => accepted }, false)
    const opening = make(50)
    opening.give(null, 'open')
    await vi.waitFor(() => expect(opening.now()).toMatchObject({ state: 'unsent', left: false }))
    link.open()
    await vi.waitFor(() => expect(link.socket.connected).toBe(true))
    expect(commands('control.requestAction')).toEqual([])
  })

  it.each([
    ['done', outcomeReply('done'), { state: 'accepted', runId: 'r1' }],
    ['never', outcomeReply('never'), { state: 'never' }],
    ['refused', outcomeReply('refused', 'device-occupied'), { state: 'refused', refusal: { code: 'device-occupied' } }],
    ['a ticket that was revoked', { ok: false, refusal: { code: 'eticket-invalid' } }, { state: 'unclear' }],
  ] as const)(
    'with a lost reply is looked up by its command until the outcome is known: %s [CTRL-8]',
    async (_, told, now) => {
      tab()
      let asked = 0
      const { make, commands } = await before({
        command: ({ name }) => {
          if (name !== 'control.commandOutcome') return 'silence'
          asked += 1
          return asked === 1 ? { ok: false, refusal: { code: 'database-unavailable' } } : told
        },
      })
      const opening = make(250)
      opening.give(7, 'open')
      await vi.waitFor(() => expect(opening.now().state).toBe('asking'))
      await vi.waitFor(() => expect(opening.now()).toMatchObject(now))
      const requests = new Set(commands('control.requestAction').map(({ id }) => id))
      expect(requests.size).toBe(1)
      expect(commands('control.commandOutcome').map(({ input }) => input)).toContainEqual({
        commandId: [...requests][0],
      })
    },
  )

  it('cut between sending and reply continues as the same command while valid [CTRL-8]', async () => {
    tab()
    const { peer, make, commands } = await before({
      command: (_envelope, times) => (times === 1 ? 'silence' : accepted),
    })
    const opening = make()
    opening.give(null, 'open')
    await vi.waitFor(() => expect(commands('control.requestAction')).toHaveLength(1))
    expect(opening.now()).toMatchObject({ state: 'sending', left: true })
    peer.cut()
    await vi.waitFor(() => expect(opening.now().state).toBe('accepted'))
    expect(new Set(commands('control.requestAction').map(({ id }) => id)).size).toBe(1)
  })

  it('interrupted by a reload is looked up, never sent again [CTRL-8]', async () => {
    const kept = tab()
    const { make, commands } = await before({
      command: ({ name }) => (name === 'control.commandOutcome' ? outcomeReply('done') : 'silence'),
    })
    make().give(null, 'open')
    await vi.waitFor(() => expect(commands('control.requestAction')).toHaveLength(1))
    expect(kept.size).toBe(1)
    const reloaded = make()
    expect(reloaded.now().state).toBe('asking')
    await vi.waitFor(() => expect(reloaded.now()).toMatchObject({ state: 'accepted', runId: 'r1' }))
    expect(new Set(commands('control.requestAction').map(({ id }) => id)).size).toBe(1)
  })
})
