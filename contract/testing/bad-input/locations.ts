import { maxLength } from '../../fields.ts'
import { add, edit, locationTexts, newLocation, points } from '../../locations.ts'
import { type BadInput, optionalTexts, optionalWholes, texts, translated, unknown, type WrongValue } from './values.ts'

const coordinates = points.flatMap(([north, east]): WrongValue[] => [
  [{ [north]: 90.1, [east]: 0 }, north, 'field-at-most'],
  [{ [north]: -90.1, [east]: 0 }, north, 'field-at-least'],
  [{ [north]: 'north', [east]: 0 }, north, 'field-number'],
  [{ [north]: 0, [east]: 180.1 }, east, 'field-at-most'],
  [{ [north]: 0, [east]: -180.1 }, east, 'field-at-least'],
  [{ [north]: null, [east]: 13.7 }, north, 'field-required'],
  [{ [north]: 51, [east]: null }, east, 'field-required'],
])

export const locationsBadInput: BadInput = {
  entity: 'locations',
  add,
  edit,
  idKey: 'locationId',
  good: newLocation,
  wrong: [
    ...texts(maxLength.name, 'type'),
    ...optionalTexts(maxLength.note, 'name', 'address', 'city', 'imagePath'),
    ...optionalTexts(maxLength.name, 'zip', 'country'),
    ...optionalTexts(maxLength.description, 'description', 'additionalSupportInfo'),
    ...optionalWholes({ min: 1 }, 'lengthMm', 'widthMm'),
    ...coordinates,
    ...translated(locationTexts),
    ...unknown,
  ],
}
