import { refusalText, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import type { CommandState } from './use-command.ts'

/** The outcome of a dialog's command unless it succeeded. `title` says what failed. */
export function CommandAlert({ state, title }: { state: CommandState; title: string }) {
  const t = useT()
  if (state.kind === 'unknown') {
    return (
      <Alert severity="warning" title={t('common.notKnownYet')}>
        {refusalText({ code: 'outcome-unknown' })}
      </Alert>
    )
  }
  if (state.kind !== 'refused') return null
  const { refusal } = state
  return (
    <Alert severity="error" title={title}>
      {refusalText(refusal)}
    </Alert>
  )
}
