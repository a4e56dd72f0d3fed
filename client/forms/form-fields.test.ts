import { expect, it } from 'vitest'
import { edit } from '../../contract/tariffs.ts'
import { formFields, labelKey, nearestLabel } from './form-fields.ts'

const fields = formFields(edit, { name: 'common.name', stages: 'tariffs.stages' }, ['tariffId', 'version'])

it('a path within rows or translations has the label of its input', () => {
  expect(labelKey(fields, 'stages')).toBe('tariffs.stages')
  expect(labelKey(fields, 'translations.texts.de.name')).toBe('common.name')
})

it('a path without an input is named after the enclosing one, or not at all [ADM-20]', () => {
  expect(nearestLabel(fields, 'stages.0.colour')).toBe('tariffs.stages')
  expect(nearestLabel(fields, 'stages.0.colour.red')).toBe('tariffs.stages')
  expect(nearestLabel(fields, 'tariffId')).toBeUndefined()
})
