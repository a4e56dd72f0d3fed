import { refusalText, useT } from '../i18n/i18n.ts'
import { Notice } from '../ui/notice.tsx'
import type { CommandState } from './use-command.ts'

/** What came of a dialog's command, where it did not simply work. `title` says what did not. */
export function CommandNotice({ state, title }: { state: CommandState; title: string }) {
  const t = useT()
  if (state.kind === 'unknown') {
    return (
      <Notice severity="warning" title={t('reservations.unknown.title')}>
        {refusalText({ code: 'outcome-unknown' })}
      </Notice>
    )
  }
  if (state.kind !== 'refused') return null
  const { refusal } = state
  return (
    <Notice severity="error" title={title}>
      {refusalText(refusal)}
    </Notice>
  )
}
