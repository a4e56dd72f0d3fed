import { maxLength } from '../../fields.ts'
import { add, edit, maxStages } from '../../tariffs.ts'
import { type BadInput, optionalTexts, references, texts, unknown, type WrongValue } from './values.ts'

const stage = (untilMinutes: unknown, priceCents: unknown) => ({ untilMinutes, priceCents })
const stages = (...given: readonly object[]) => ({ stages: given })
const row = (at: number, field: 'untilMinutes' | 'priceCents') => `stages.${at}.${field}`

const wrongStages: readonly WrongValue[] = [
  [{ stages: null }, 'stages', 'field-required'],
  [stages(), 'stages', 'field-too-few'],
  [stages(...Array.from({ length: maxStages + 1 }, (_, at) => stage(at + 1, at))), 'stages', 'field-too-many'],
  [stages(stage(0, 100)), row(0, 'untilMinutes'), 'field-at-least'],
  [stages(stage(60, -1)), row(0, 'priceCents'), 'field-at-least'],
  [stages(stage(60, 1.5)), row(0, 'priceCents'), 'field-integer'],
  [stages(stage('', 100)), row(0, 'untilMinutes'), 'field-required'],
  [stages(stage(60, 'much')), row(0, 'priceCents'), 'field-number'],
  [stages({ ...stage(60, 100), colour: 'red' }), 'stages.0.colour', 'field-unknown'],
  // Each is greater than the one before and less than the next.
  [stages(stage(60, 100), stage(60, 200)), row(1, 'untilMinutes'), 'field-greater'],
  [stages(stage(60, 100), stage(60, 200)), row(0, 'untilMinutes'), 'field-less'],
  [stages(stage(60, 100), stage(120, 100)), row(1, 'priceCents'), 'field-greater'],
]

export const tariffsBadInput: BadInput = {
  entity: 'tariffs',
  add,
  edit,
  idKey: 'tariffId',
  good: { name: 'Day', description: null, stages: [stage(60, 100)] },
  onlyNew: { tenantId: 1 },
  wrong: [
    ...references('tenantId'),
    ...texts(maxLength.name, 'name'),
    ...optionalTexts(maxLength.description, 'description'),
    ...wrongStages,
    ...unknown,
  ],
}
