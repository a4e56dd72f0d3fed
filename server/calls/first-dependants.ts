import type { Dependants, Refusal } from '../../contract/refusals.ts'

/** Returns the rows of one kind that prevent a removal, as its refusal names them. */
export const firstDependants = ({ dependants = [] }: Refusal, kind: Dependants['kind']): Dependants['first'] =>
  dependants.find((each) => each.kind === kind)?.first ?? []
