import { assign, createMachine } from 'xstate'
import type { ControlRefusal } from './control.ts'

/**
 * One request of a person at a door, from the tap until its outcome is certain. Runs on the client only and never
 * repeats a request: after a lost reply it queries the outcome, and until then the screen says that the outcome is
 * unknown. States name what is known.
 */
export interface OpeningRequest {
  /** Id of the command, for querying the outcome. */
  readonly commandId: string
  /** Null = the whole way. */
  readonly deviceId: number | null
  readonly action: 'open' | 'close'
  /** Certainly not carried out later than this; ms by the server's clock. */
  readonly validUntil: number
}
export interface OpeningRefusal {
  readonly code: ControlRefusal | (string & {})
  readonly params?: Readonly<Record<string, string | number>>
  readonly supportCode?: string
}

export type OpeningEvent =
  | { type: 'REQUESTED'; request: OpeningRequest }
  /** A request from before a reload whose reply never arrived. */
  | { type: 'FOUND'; request: OpeningRequest }
  /** It is sent, perhaps for the second time: from now on it may have arrived. */
  | { type: 'LEFT' }
  | { type: 'ACCEPTED'; runId: string; lastOpening: boolean }
  | { type: 'REFUSED'; refusal: OpeningRefusal }
  /** It was never sent. */
  | { type: 'UNSENT' }
  /** Its deadline has passed without a reply. */
  | { type: 'SILENT' }
  /** It never arrived, and is closed for good. */
  | { type: 'NEVER' }
  /** The portal no longer knows its outcome. */
  | { type: 'UNTOLD' }
  | { type: 'SEEN' }

export interface OpeningContext {
  readonly request: OpeningRequest | null
  readonly left: boolean
  readonly runId: string | null
  readonly lastOpening: boolean
  readonly refusal: OpeningRefusal | null
}

const nothing: OpeningContext = { request: null, left: false, runId: null, lastOpening: false, refusal: null }
type Assign<E extends OpeningEvent['type']> = { event: Extract<OpeningEvent, { type: E }> }

const begin = assign<OpeningContext, OpeningEvent, undefined, OpeningEvent, never>(({ event }) => ({
  ...nothing,
  request: (event as Assign<'REQUESTED' | 'FOUND'>['event']).request,
  left: event.type === 'FOUND',
}))
const accept = assign<OpeningContext, OpeningEvent, undefined, OpeningEvent, never>(({ event }) => {
  const { runId, lastOpening } = event as Assign<'ACCEPTED'>['event']
  return { runId, lastOpening }
})
const refuse = assign<OpeningContext, OpeningEvent, undefined, OpeningEvent, never>(({ event }) => ({
  refusal: (event as Assign<'REFUSED'>['event']).refusal,
}))
const leave = assign<OpeningContext, OpeningEvent, undefined, OpeningEvent, never>({ left: true })
const forget = assign<OpeningContext, OpeningEvent, undefined, OpeningEvent, never>(nothing)

const told = {
  ACCEPTED: { target: 'accepted', actions: accept },
  REFUSED: { target: 'refused', actions: refuse },
} as const
const over = {
  on: { REQUESTED: { target: 'sending', actions: begin }, SEEN: { target: 'idle', actions: forget } },
} as const

export const openingStates = ['idle', 'sending', 'asking', 'accepted', 'refused', 'unsent', 'never', 'unclear'] as const
export type OpeningState = (typeof openingStates)[number]

export const openingMachine = createMachine({
  types: {} as { context: OpeningContext; events: OpeningEvent },
  id: 'opening',
  context: nothing,
  initial: 'idle',
  states: {
    idle: {
      on: { REQUESTED: { target: 'sending', actions: begin }, FOUND: { target: 'asking', actions: begin } },
    },
    sending: {
      on: {
        LEFT: { actions: leave },
        ...told,
        // Once sent it may have arrived, whatever anybody says.
        UNSENT: [{ guard: ({ context }) => context.left, target: 'asking' }, { target: 'unsent' }],
        SILENT: 'asking',
      },
    },
    asking: { on: { ...told, NEVER: 'never', UNTOLD: 'unclear' } },
    accepted: over,
    refused: over,
    unsent: over,
    never: over,
    unclear: over,
  },
})

/** Returns true while the outcome is open: no other request may be made. */
export function isPending(state: OpeningState): boolean {
  return state === 'sending' || state === 'asking'
}
