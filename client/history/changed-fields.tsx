import type { FieldChange, HistoryValue } from '../../contract/history.ts'
import { formatDate, formatDateTime, formatEuros, formatList, formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import classes from './history.module.css'
import { fieldLabels } from './labels.ts'

/** What changed, field by field, by the labels of the forms: before and after. */
export function ChangedFields({ fields }: { fields: readonly FieldChange[] }) {
  const t = useT()
  const words = (value: HistoryValue): string => {
    switch (value?.kind) {
      case 'text':
        return value.text
      case 'flag':
        return t(value.on ? 'common.yes' : 'common.no')
      case 'number':
        return formatNumber(value.number, 6)
      case 'cents':
        return formatEuros(value.cents)
      case 'time':
        return formatDateTime(value.at)
      case 'day':
        return formatDate(value.day)
      case 'names':
        return formatList(value.names)
      case 'veiled':
        return t('history.veiled')
      default:
        return '–'
    }
  }
  return (
    <ul className={classes.fields}>
      {fields.map(({ field, language, before, after }) => {
        const key = fieldLabels[field]
        return (
          <li key={`${field} ${language}`}>
            <strong>{key ? t(key) : field}</strong>
            {language && ` (${language})`}: {before?.kind === 'veiled' ? null : `${words(before)} → `}
            {words(after)}
          </li>
        )
      })}
    </ul>
  )
}
