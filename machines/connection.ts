import { assign, createMachine } from 'xstate'

/**
 * The client's connection to the portal, for its banner and live marks. Runs on the client only (it has timers). The
 * link reports to it; it never acts. `wavering` hides short interruptions: only a lasting one is worth a banner.
 */
export type ConnectionEvent =
  /** A session may exist: the link starts to connect. */
  | { type: 'START' }
  /** The socket is open and has received its hello. */
  | { type: 'CONNECTED' }
  /** Every watched view is current again. */
  | { type: 'SYNCED' }
  /** The socket is gone, or an attempt to open it failed. */
  | { type: 'LOST' }
  /** The browser's network status. */
  | { type: 'NETWORK_DOWN' }
  | { type: 'NETWORK_UP' }
  /** The server knows no session for our cookie. */
  | { type: 'EXPIRED' }
  /** The server speaks another protocol version. */
  | { type: 'OUTDATED' }
  /** The person has signed out: no connection is wanted. */
  | { type: 'STOP' }

export const connectionStates = [
  'signedOut',
  'connecting',
  'connected',
  'wavering',
  'interrupted',
  'offline',
  'resuming',
  'restored',
  'outdated',
] as const
export type ConnectionState = (typeof connectionStates)[number]

export interface ConnectionContext {
  /** True once this session was connected: an interruption then is a loss, not a slow start. */
  readonly been: boolean
}

/** Time for which a loss stays hidden, and for which 'connected again' is shown; ms. */
const waveringMs = 1_000
const restoredMs = 4_000

const remember = assign<ConnectionContext, ConnectionEvent, undefined, ConnectionEvent, never>({ been: true })
const forget = assign<ConnectionContext, ConnectionEvent, undefined, ConnectionEvent, never>({ been: false })
const ends = {
  EXPIRED: { target: 'signedOut', actions: forget },
  STOP: { target: 'signedOut', actions: forget },
  OUTDATED: 'outdated',
} as const
const alive = { ...ends, LOST: 'wavering', NETWORK_DOWN: 'offline' } as const

export const connectionMachine = createMachine({
  types: {} as { context: ConnectionContext; events: ConnectionEvent },
  id: 'connection',
  context: { been: false },
  initial: 'signedOut',
  states: {
    signedOut: { on: { START: 'connecting' } },
    connecting: {
      on: { ...ends, CONNECTED: { target: 'connected', actions: remember }, NETWORK_DOWN: 'offline' },
    },
    connected: { on: alive },
    wavering: {
      after: { [waveringMs]: 'interrupted' },
      on: { ...ends, CONNECTED: 'connected', NETWORK_DOWN: 'offline' },
    },
    interrupted: { on: { ...ends, CONNECTED: 'resuming', NETWORK_DOWN: 'offline' } },
    offline: {
      on: {
        ...ends,
        // A browser that calls itself offline may still reach a server on its own machine.
        CONNECTED: { target: 'resuming', actions: remember },
        NETWORK_UP: [{ guard: ({ context }) => context.been, target: 'interrupted' }, { target: 'connecting' }],
      },
    },
    resuming: { on: { ...alive, SYNCED: 'restored', LOST: 'interrupted' } },
    restored: { after: { [restoredMs]: 'connected' }, on: alive },
    outdated: {
      on: { STOP: { target: 'signedOut', actions: forget }, EXPIRED: { target: 'signedOut', actions: forget } },
    },
  },
})

export type Banner = 'offline' | 'reconnecting' | 'resumed' | 'outdated' | null
const banners: Readonly<Record<ConnectionState, Banner>> = {
  signedOut: null,
  connecting: null,
  connected: null,
  wavering: null,
  interrupted: 'reconnecting',
  offline: 'offline',
  resuming: 'reconnecting',
  restored: 'resumed',
  outdated: 'outdated',
}

/** Returns the banner of a state; null = none. */
export function bannerOf(state: ConnectionState): Banner {
  return banners[state]
}

/** Returns true while changes arrive: commands may be sent, and a shown view may be called live. */
export function carries(state: ConnectionState): boolean {
  return state === 'connected' || state === 'resuming' || state === 'restored'
}
