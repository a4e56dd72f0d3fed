import type { RefusalCode } from '../../contract/refusals.ts'

/** Every kind of caller. `foreignRm` is an operator of another tenant; 'own' below is what `rm` operates. */
export const callers = ['visitor', 'rm', 'srm', 'remote', 'foreignRm', 'admin', 'support'] as const
export type Caller = (typeof callers)[number]

/** 'ok', or the refusal's code. */
export type Outcome = 'ok' | RefusalCode
export type Row = Record<Caller, Outcome>

export const all = (outcome: Outcome): Row => Object.fromEntries(callers.map((caller) => [caller, outcome])) as Row
/** For things of the own zone: operators of that zone, and admins. */
export const ownZone = (outcome: Outcome): Row => ({
  ...all('not-authorized'),
  rm: outcome,
  srm: outcome,
  remote: outcome,
  admin: outcome,
  foreignRm: 'not-found',
})
export const operators = (outcome: Outcome): Row => ({
  ...all(outcome),
  visitor: 'not-authorized',
  support: 'not-authorized',
})

export const bookers = (outcome: Outcome): Row => ({
  ...all(outcome),
  admin: 'not-authorized',
  support: 'not-authorized',
})
/** People who may book at sites of the own tenant: its people, operators of the zone, and admins. */
export const atOwnSite: Row = { ...all('ok'), foreignRm: 'site-invalid', support: 'site-invalid' }
/** What only the owner of a reservation may do. */
export const owner = (outcome: Outcome): Row => ({ ...bookers('not-found'), visitor: outcome })
/** What its owner and the operators of its zone may do with a reservation. */
export const eitherSide = (outcome: Outcome): Row => ({
  ...all(outcome),
  foreignRm: 'not-found',
  support: 'not-authorized',
})
export const onlyAdmin = (outcome: Outcome): Row => ({ ...all('not-authorized'), admin: outcome })
