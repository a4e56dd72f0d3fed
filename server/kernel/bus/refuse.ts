import type { Logger } from 'pino'
import {
  type CurrentValues,
  type Dependants,
  type FieldIssue,
  type KernelRefusal,
  kernelRefusals,
  type Refusal,
  type RefusalCode,
} from '../../../contract/refusals.ts'
import { strict } from '../../../contract/strict.ts'

/**
 * An expected 'no', on its way from a handler to the bus. `keep` = what the handler wrote is committed all the same. Abstract: one is made only by the
 * functions of this file, which take declared codes.
 */
export abstract class Refused extends Error {
  readonly refusal: Refusal
  readonly keep: boolean
  constructor(refusal: Refusal, keep: boolean) {
    super(`refused: ${refusal.code}`)
    this.refusal = refusal
    this.keep = keep
  }
}
class CallRefused extends Refused {}

type Params = Readonly<Record<string, string | number>>
/** What a form shows with a refusal. */
interface Details {
  readonly current?: CurrentValues
  readonly dependants?: readonly Dependants[]
}
/** Refuses with the codes C. A rule that several calls share takes the `refuse` of its caller, who must have declared what the rule may say. */
export interface Refuse<C extends RefusalCode> {
  /** Ends the call with a refusal; everything it wrote is rolled back. */
  (code: C, params?: Params, fields?: readonly FieldIssue[], details?: Details): never
  /** Ends the call with a refusal and commits what it wrote (a refused order stays in the ledger). */
  keeping(code: C, params?: Params): never
}

const build = (code: RefusalCode, params?: Params, fields?: readonly FieldIssue[], details?: Details): Refusal => ({
  code,
  ...(params ? { params } : {}),
  ...(fields ? { fields } : {}),
  ...details,
})

const refuseAny = (code: RefusalCode, params?: Params, fields?: readonly FieldIssue[], details?: Details): never => {
  throw new CallRefused(build(code, params, fields, details), false)
}
refuseAny.keeping = (code: RefusalCode, params?: Params): never => {
  throw new CallRefused(build(code, params), true)
}

/** `refuse` for a handler that declared the codes C. */
export function refuser<C extends RefusalCode>(): Refuse<C> {
  return refuseAny as Refuse<C>
}

/** Refuses because of one field of the input. */
export function refuseField<C extends RefusalCode>(refuse: Refuse<C>, code: C, path: string): never {
  return refuse(code, undefined, [{ path, issue: code }])
}

/** What the kernel itself says, at the socket and at the HTTP edge. */
type EdgeRefusal = KernelRefusal | 'client-id-missing' | 'body-too-large'

/** A refusal of the kernel, to be thrown. */
export function refused(refusal: Refusal<EdgeRefusal>): Refused {
  return new CallRefused(refusal, false)
}

/** A refusal that a call was answered with, to be thrown on; `fields` name the inputs of whoever asked. */
export function passedOn(refusal: Refusal, fields: readonly FieldIssue[] | undefined = refusal.fields): Refused {
  return new CallRefused(fields ? { ...refusal, fields } : refusal, false)
}

interface Declared {
  readonly name: string
  readonly refusals: readonly RefusalCode[]
}
const ofKernel: ReadonlySet<string> = new Set(kernelRefusals)

/** What a handler threw. A refusal that its definition does not declare is a bug: development and tests fail by it, production logs it. */
export function asDeclared({ name, refusals }: Declared, thrown: unknown, log: Logger): unknown {
  if (!(thrown instanceof Refused)) return thrown
  const { code } = thrown.refusal
  if (ofKernel.has(code) || refusals.includes(code)) return thrown
  const bug = new Error(`${name} does not declare that it refuses ${code}`, { cause: thrown })
  if (strict.on) return bug
  log.error({ err: bug }, 'undeclared refusal')
  return thrown
}

/** Runs a handler that may refuse only what its definition declares. */
export async function declaring<T>(def: Declared, log: Logger, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    throw asDeclared(def, thrown, log)
  }
}
