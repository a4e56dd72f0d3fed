import type { TariffStage } from './types.ts'

/** A value of a stage that does not lie strictly between those of its neighbours. */
export interface StageProblem {
  readonly index: number
  readonly field: keyof TariffStage
  readonly code: 'field-greater' | 'field-less'
  /** The neighbour's value. */
  readonly than: number
}

const fields = ['untilMinutes', 'priceCents'] as const

/**
 * Returns the values of a tariff's stages that are out of order (rule P-11): each must be greater than the one before
 * and less than the one after it. Of two neighbours out of order both are returned, because either may be wrong.
 */
export function stageProblems(stages: readonly TariffStage[]): StageProblem[] {
  return stages.flatMap((stage, index) =>
    fields.flatMap((field): StageProblem[] => {
      const [previous, value, next] = [stages[index - 1]?.[field], stage[field], stages[index + 1]?.[field]]
      if (previous !== undefined && value <= previous) return [{ index, field, code: 'field-greater', than: previous }]
      if (next !== undefined && value >= next) return [{ index, field, code: 'field-less', than: next }]
      return []
    }),
  )
}
