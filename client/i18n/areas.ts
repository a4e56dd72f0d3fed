import type { RefusalCode } from '../../contract/refusals.ts'
import type { AreaParams, Areas } from './area-list.ts'

type AreaKey = { [A in keyof Areas]: `${A}.${keyof Areas[A] & string}` }[keyof Areas]
/** The keys of all texts: '<area>.<key>', and 'refusal.<code>'. */
export type TextKey = AreaKey | `refusal.${RefusalCode}`

export type TextValue = string | number | Date

/** The parameters of a text, or undefined without any. */
type ParamsOf<K extends string> = K extends `${infer A}.${infer Rest}`
  ? A extends keyof AreaParams
    ? Rest extends keyof AreaParams[A]
      ? AreaParams[A][Rest]
      : undefined
    : undefined
  : undefined

/** All parameters that a key which is not known exactly may need: `t(`ui.state.${state}`, …)`. */
type Together<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never

/** The arguments after the key: none for a plain text, else an object with every parameter of the text. */
export type TextParams<K extends TextKey> = K extends `refusal.${string}`
  ? [params?: Readonly<Record<string, TextValue>>]
  : [Exclude<ParamsOf<K>, undefined>] extends [never]
    ? []
    : [params: Readonly<Together<Exclude<ParamsOf<K>, undefined>>>]
