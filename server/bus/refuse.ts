import type { FieldIssue, Refusal, RefusalCode } from '../../contract/refusals.ts'

/** An expected 'no', on its way from a handler to the bus. `keep` = what the handler wrote is committed all the same. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly keep: boolean
  constructor(refusal: Refusal, keep: boolean) {
    super(`refused: ${refusal.code}`)
    this.refusal = refusal
    this.keep = keep
  }
}

type Params = Readonly<Record<string, string | number>>
export interface Refuse<C extends RefusalCode> {
  /** Ends the call with a refusal; everything it wrote is rolled back. */
  (code: C, params?: Params, fields?: readonly FieldIssue[]): never
  /** Ends the call with a refusal and commits what it wrote (a refused order stays in the ledger). */
  keeping(code: C, params?: Params): never
}

const build = (code: RefusalCode, params?: Params, fields?: readonly FieldIssue[]): Refusal => ({
  code,
  ...(params ? { params } : {}),
  ...(fields ? { fields } : {}),
})

const refuseAny = (code: RefusalCode, params?: Params, fields?: readonly FieldIssue[]): never => {
  throw new Refused(build(code, params, fields), false)
}
refuseAny.keeping = (code: RefusalCode, params?: Params): never => {
  throw new Refused(build(code, params), true)
}

/** `refuse` for a handler that declared the codes C. */
export function refuser<C extends RefusalCode>(): Refuse<C> {
  return refuseAny as Refuse<C>
}
