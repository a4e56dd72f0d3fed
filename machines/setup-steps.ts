/** The steps from an empty database to the first booking, in the order in which they are best done. */
export const setupSteps = [
  'company',
  'zone',
  'site',
  'gateway',
  'devices',
  // Before the access time, which names its tariff.
  'price',
  'accessTime',
  'booking',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** What must exist before a step can be done. */
const needs: Readonly<Record<SetupStep, readonly SetupStep[]>> = {
  company: [],
  zone: ['company'],
  site: ['zone'],
  gateway: ['site'],
  devices: ['site', 'gateway'],
  price: ['company'],
  accessTime: ['zone'],
  booking: ['devices', 'accessTime'],
}

/** Where nothing is charged, there is no price. */
const optional: ReadonlySet<SetupStep> = new Set(['price'])
export const isOptional = (step: SetupStep): boolean => optional.has(step)

/** `next` = to be done now, `open` = can be done, `waiting` = something else comes first. */
export type StepState = { readonly is: 'done' | 'next' | 'open' } | { readonly is: 'waiting'; readonly for: SetupStep }

/** Returns the states of all steps, from those that are done. At most one of them is next. */
export function stepStates(done: ReadonlySet<SetupStep>): Readonly<Record<SetupStep, StepState>> {
  const missing = (step: SetupStep) => needs[step].find((each) => !done.has(each))
  const next = setupSteps.find((step) => !done.has(step) && missing(step) === undefined)
  const stateOf = (step: SetupStep): StepState => {
    if (done.has(step)) return { is: 'done' }
    const first = missing(step)
    if (first !== undefined) return { is: 'waiting', for: first }
    return { is: step === next ? 'next' : 'open' }
  }
  return Object.fromEntries(setupSteps.map((step) => [step, stateOf(step)])) as Record<SetupStep, StepState>
}

/** Returns whether all steps are done but those that an installation can do without. */
export const isSetUp = (done: ReadonlySet<SetupStep>): boolean =>
  setupSteps.every((step) => done.has(step) || optional.has(step))
