import type { RefusalCode } from '../../contract/refusals.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { nearestLabel } from './form-fields.ts'
import type { CommandForm, FormValues } from './use-command-form.tsx'

/** Why the last submit failed, above the fields; includes problems of fields that the form does not show. */
export function FormProblems<V extends FormValues>({
  form,
  failed,
}: {
  readonly form: CommandForm<V>
  readonly failed?: string | undefined
}) {
  const t = useT()
  const { refusal, elsewhere, current } = form
  if (refusal === null || current !== null) return null
  const unknown = refusal.code === ('outcome-unknown' satisfies RefusalCode)
  const problems = elsewhere.map(({ path, issue, params }) => {
    const problem = refusalText(params ? { code: issue, params } : { code: issue })
    const label = nearestLabel(form.fields, path)
    return label === undefined ? problem : `${(t as (key: string) => string)(label)}: ${problem}`
  })
  return (
    <Alert
      severity={unknown ? 'warning' : 'error'}
      title={unknown ? t('common.notKnownYet') : (failed ?? t('common.notSaved'))}
    >
      {refusalText(refusal)}
      {problems.length > 0 && (
        <ul>
          {[...new Set(problems)].map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
