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
 * An expected refusal, on its way from a handler to the bus. `keep` = what the handler wrote is committed nevertheless.
 * Abstract: only the functions of this file, which take declared codes, create one.
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
/**
 * Refuses with the codes C. A shared rule takes its caller's `refuse`, so the caller must have declared the rule's
 * codes.
 */
export interface Refuse<C extends RefusalCode> {
  /** Ends the call with a refusal and rolls back everything it wrote. */
  (code: C, params?: Params, fields?: readonly FieldIssue[], details?: Details): never
  /** Ends the call with a refusal and commits what it wrote (a refused request stays in the command log). */
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

/** Returns `refuse` for a handler that declared the codes C. */
export function refuser<C extends RefusalCode>(): Refuse<C> {
  return refuseAny as Refuse<C>
}

/** Refuses because of one field of the input. */
export function refuseField<C extends RefusalCode>(refuse: Refuse<C>, code: C, path: string): never {
  return refuse(code, undefined, [{ path, issue: code }])
}

/** Refusals of the kernel itself, at the socket and at the HTTP edge. */
type EdgeRefusal = KernelRefusal | 'client-id-missing' | 'body-too-large'

/** Returns a refusal of the kernel, to be thrown. */
export function refused(refusal: Refusal<EdgeRefusal>): Refused {
  return new CallRefused(refusal, false)
}

/** Returns a refusal that a call received, to be thrown on; `fields` name the inputs of the outer caller. */
export function passedOn(refusal: Refusal, fields: readonly FieldIssue[] | undefined = refusal.fields): Refused {
  return new CallRefused(fields ? { ...refusal, fields } : refusal, false)
}

interface Declared {
  readonly name: string
  readonly refusals: readonly RefusalCode[]
}
const ofKernel: ReadonlySet<string> = new Set(kernelRefusals)

/**
 * Returns what a handler threw. An undeclared refusal is a bug: it fails in development and tests, and is logged in
 * production.
 */
export function asDeclared({ name, refusals }: Declared, thrown: unknown, log: Logger): unknown {
  if (!(thrown instanceof Refused)) return thrown
  const { code } = thrown.refusal
  if (ofKernel.has(code) || refusals.includes(code)) return thrown
  const bug = new Error(`${name} does not declare that it refuses ${code}`, { cause: thrown })
  if (strict.on) return bug
  log.error({ err: bug }, 'undeclared refusal')
  return thrown
}

/** Runs a handler that may refuse with the codes of its definition only. */
export async function declaring<T>(def: Declared, log: Logger, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (thrown) {
    throw asDeclared(def, thrown, log)
  }
}
