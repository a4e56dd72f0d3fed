import type * as z from 'zod'
import { add, edit, type read } from '../../../contract/tariffs.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { largestUnit } from '../../i18n/duration.ts'
import { formatEuros } from '../../i18n/format.ts'
import { formatLength } from '../../i18n/measures.ts'

const shared = {
  name: 'common.name',
  description: 'common.description',
  stages: 'tariffs.stages',
  'stages.untilMinutes': 'tariffs.stages.until',
  'stages.priceCents': 'common.price',
} as const

/** The inputs of a tariff, by the path in the command. */
export const tariffFields = formFields(edit, shared, ['tariffId', 'version'])
export const newTariffFields = formFields(add, { tenantId: 'common.tenant', ...shared })

export type TariffView = z.output<typeof read.reply>
type Input = z.input<typeof add.input>
type Stage = Input['stages'][number]
/** A stage as it is typed: empty at first, text where no number was typed. */
type StageValues = { readonly [K in keyof Stage]: Stage[K] | string | null }

/** What the form of a tariff holds. */
export interface TariffValues extends Record<string, unknown> {
  name: string
  description: string | null
  stages: readonly StageValues[]
}
export interface NewTariffValues extends TariffValues {
  tenantId: number | null
}

export const newStage: StageValues = { untilMinutes: null, priceCents: null }
export const newTariff: NewTariffValues = { tenantId: null, name: '', description: null, stages: [newStage] }

/** Returns the values of a tariff that is edited. */
export const tariffValues = ({ name, description, stages }: TariffView): TariffValues => ({ name, description, stages })

/** Returns the values as the command adds them. What is missing or no number is refused on its field. */
export const toAdd = (values: NewTariffValues): Input => values as unknown as Input

/** Returns the values as the command edits them. */
export const toEdit = (values: TariffValues): Omit<Input, 'tenantId'> => values as unknown as Omit<Input, 'tenantId'>

/** Returns stages in words: '1 hour: €2.00 · 1 day: €6.00'. */
export function stagesInWords(stages: readonly StageValues[]): string {
  const words = ({ untilMinutes, priceCents }: StageValues) => [
    typeof untilMinutes === 'number' ? formatLength(untilMinutes, largestUnit(untilMinutes)) : (untilMinutes ?? '–'),
    typeof priceCents === 'number' ? formatEuros(priceCents) : (priceCents ?? '–'),
  ]
  return stages.map((stage) => words(stage).join(': ')).join(' · ') || '–'
}

/** Returns what two editors wrote in words. */
export const tariffInWords: InWords = (path, value) =>
  path === 'stages' ? stagesInWords(value as readonly StageValues[]) : undefined
