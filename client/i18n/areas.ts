import type { RefusalCode } from '../../contract/refusals.ts'
import type booking from './booking/en.ts'
import type bookings from './bookings/en.ts'
import type codes from './codes/en.ts'
import type control from './control/en.ts'
import type credit from './credit/en.ts'
import type deviceTypes from './deviceTypes/en.ts'
import type gallery from './gallery/en.ts'
import type guest from './guest/en.ts'
import type home from './home/en.ts'
import type insight from './insight/en.ts'
import type ledger from './ledger/en.ts'
import type legal from './legal/en.ts'
import type maintenance from './maintenance/en.ts'
import type notices from './notices/en.ts'
import type open from './open/en.ts'
import type operation from './operation/en.ts'
import type plan from './plan/en.ts'
import type profile from './profile/en.ts'
import type remote from './remote/en.ts'
import type reservations from './reservations/en.ts'
import type session from './session/en.ts'
import type shell from './shell/en.ts'
import type statistics from './statistics/en.ts'
import type timeMachine from './timeMachine/en.ts'
import type ui from './ui/en.ts'

/** All areas of texts: one line per folder beside this file (see README.md). English is the reference that the others are checked against. */
export interface Areas {
  booking: typeof booking
  bookings: typeof bookings
  codes: typeof codes
  control: typeof control
  credit: typeof credit
  deviceTypes: typeof deviceTypes
  gallery: typeof gallery
  guest: typeof guest
  home: typeof home
  insight: typeof insight
  ledger: typeof ledger
  legal: typeof legal
  maintenance: typeof maintenance
  notices: typeof notices
  open: typeof open
  operation: typeof operation
  plan: typeof plan
  profile: typeof profile
  remote: typeof remote
  reservations: typeof reservations
  session: typeof session
  shell: typeof shell
  statistics: typeof statistics
  timeMachine: typeof timeMachine
  ui: typeof ui
}

type AreaKey = { [A in keyof Areas]: `${A}.${keyof Areas[A] & string}` }[keyof Areas]
export type TextKey = AreaKey | `refusal.${RefusalCode}`

type Message<K> = K extends `${infer A}.${infer Rest}`
  ? A extends keyof Areas
    ? Rest extends keyof Areas[A]
      ? Areas[A][Rest]
      : string
    : string
  : string

/** Drops the text up to the brace that closes the current one; `Depth` counts those still open. */
type SkipBlock<S extends string, Depth extends 1[]> = S extends `${infer Before}}${infer After}`
  ? Before extends `${string}{${infer Inner}`
    ? SkipBlock<`${Inner}}${After}`, [...Depth, 1]>
    : Depth extends [1, ...infer Less extends 1[]]
      ? Less extends []
        ? After
        : SkipBlock<After, Less>
      : After
  : ''

/** The names of a message's top-level ICU arguments: 'a' | 'b' of '{a} of {b, plural, one {#} other {#}}'. */
type Arguments<S> = S extends `${string}{${infer Rest}`
  ? Rest extends `${infer Head}}${infer Tail}`
    ? Head extends `${infer Name},${string}`
      ? Name | Arguments<SkipBlock<Rest, [1]>>
      : Head | Arguments<Tail>
    : never
  : never

export type TextValue = string | number | Date
/** The arguments after the key: none for a plain text, else an object with every name that the English text mentions. */
export type TextParams<K extends TextKey> = K extends `refusal.${string}`
  ? [params?: Readonly<Record<string, TextValue>>]
  : [Arguments<Message<K>>] extends [never]
    ? []
    : [params: Readonly<Record<Arguments<Message<K>>, TextValue>>]
