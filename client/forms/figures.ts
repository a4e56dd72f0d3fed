import { createContext } from 'react'
import type { RefusalCode } from '../../contract/refusals.ts'

/** How an input shows the figures of a refusal: minutes as hours, cents as euros. */
interface Figures {
  /** A figure of the value as the person would type it, with its unit. */
  readonly write: (figure: number) => string
  /** Replaces "a whole number" where decimals may be typed. */
  readonly notWhole: string
}

/** Null = figures unchanged. */
export const FiguresContext = createContext<Figures | null>(null)

/** Refusals whose figures are in the unit of the value. */
export const limits: ReadonlySet<string> = new Set<RefusalCode>([
  'field-greater',
  'field-at-least',
  'field-less',
  'field-at-most',
])
