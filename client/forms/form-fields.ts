import type { CommandDef } from '../../contract/kit.ts'
import type { TextKey } from '../i18n/areas.ts'

/** The fields of a form: the input's label for each path of the command's input. */
export interface FormFields {
  readonly def: CommandDef
  readonly labels: Readonly<Record<string, TextKey>>
  /** Keys of the input that nobody types: ids, the version. */
  readonly notShown: readonly string[]
}

/**
 * Names the inputs of a form. A path within nested rows omits the row's index. The laws suite (laws.test.ts) takes the result in one line and
 * proves that each key of the command's input has an input with a label in four languages, so that every refusal of a field finds one.
 *
 *     export const tariffFields = formFields(editTariff, {
 *       name: 'common.name',
 *       stages: 'tariffs.stages',
 *       'stages.untilMinutes': 'tariffs.stages.until',
 *     }, ['tariffId', 'version'])
 */
export function formFields(
  def: CommandDef,
  labels: Readonly<Record<string, TextKey>>,
  notShown: readonly string[] = [],
): FormFields {
  return { def, labels, notShown }
}

/** Returns the key of the label of a path: `stages.0.untilMinutes` is `stages.untilMinutes`, `translations.texts.de.name` is `name`. */
export function labelKey({ labels }: FormFields, path: string): TextKey | undefined {
  const parts = path.split('.')
  const own = parts[0] === 'translations' ? parts.slice(3) : parts
  return labels[own.filter((part) => !/^\d+$/.test(part)).join('.')]
}

/** Returns the label of a path, or of the nearest enclosing one: a problem of a row is shown at its rows. */
export function nearestLabel(fields: FormFields, path: string): TextKey | undefined {
  const parts = path.split('.')
  return parts.map((_, cut) => labelKey(fields, parts.slice(0, parts.length - cut).join('.'))).find(Boolean)
}
