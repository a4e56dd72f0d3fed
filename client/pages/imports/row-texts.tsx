import type { ImportedRow } from '../../../contract/imports.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import classes from './imports.module.css'

interface RowTextsProps {
  row: ImportedRow
  /** The head of a field, as files have it. */
  headOf: (field: string) => string
}

/** What happens to a row: its differences, or all of its errors. */
export function RowTexts({ row: { kind, differences, errors }, headOf }: RowTextsProps) {
  const t = useT()
  const texts =
    kind === 'changed'
      ? differences.map(({ field, before, after }) =>
          t('imports.difference', { field: headOf(field), before: before ?? '–', after: after ?? '–' }),
        )
      : errors.map(({ field, code, params }) => {
          const text = refusalText({ code, ...(params ? { params } : {}) })
          return field === '' ? text : t('imports.error', { field: headOf(field), text })
        })
  if (texts.length === 0) return '–'
  return (
    <ul className={classes.list}>
      {texts.map((text) => (
        <li className={classes.listItem} key={text}>
          {text}
        </li>
      ))}
    </ul>
  )
}
