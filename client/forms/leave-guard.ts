import { useBlocker } from '@tanstack/react-router'
import { t } from '../i18n/i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import type { CommandForm, FormValues } from './use-command-form.tsx'

/** Asks before unsaved input is lost. Returns whether to continue. */
export async function mayLeave<V extends FormValues>({ dirty, guarded }: CommandForm<V>): Promise<boolean> {
  if (!dirty || !guarded.current) return true
  const question = { title: t('common.leaveTitle'), text: t('forms.leave') }
  return confirm({ ...question, act: t('common.discardChanges'), tone: 'error' })
}

/** Asks before another page is opened or this one is closed with unsaved input. */
export function useLeaveGuard<V extends FormValues>(form: CommandForm<V>): void {
  const { dirty, guarded } = form
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => guarded.current,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave(form)),
  })
}
