import { createContext } from 'react'
import type { RefusalCode } from '../../contract/refusals.ts'

/** How an input shows the figures of a refusal: a minimum in minutes as hours, one in cents as euros. */
interface Figures {
  /** A figure of the value as the person would type it, with its unit. */
  readonly write: (figure: number) => string
  /** What is said instead of "a whole number", where decimals may be typed. */
  readonly notWhole: string
}

/** Null = figures stand as they are. */
export const FiguresContext = createContext<Figures | null>(null)

/** Refusals whose figures are in the unit of the value. */
export const limits: ReadonlySet<string> = new Set<RefusalCode>([
  'field-greater',
  'field-at-least',
  'field-less',
  'field-at-most',
])
