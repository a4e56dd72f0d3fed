import type { useT } from '../../i18n/i18n.ts'
import type { DraftFault } from './draft.ts'

/** The message at a field, if anything is wrong with it. */
export function faultTexts(t: ReturnType<typeof useT>) {
  return (faults: readonly DraftFault[], path: string): string | undefined => {
    const fault = faults.find((one) => one.path === path)
    if (!fault) return undefined
    return fault.problem === 'missing' ? t('ui.field.required') : t(`device-types.problem.${fault.problem}`)
  }
}
