import { type RefObject, useEffect } from 'react'
import type { Act } from '../../contract/consequences.ts'
import type { CommandForm, FormValues } from '../forms/use-command-form.tsx'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { ConsequencesPart } from './consequences-part.tsx'
import { concernsNobody, useConsequences } from './use-consequences.ts'

interface FormConsequencesProps<V extends FormValues> {
  readonly form: CommandForm<V>
  /** What saving does; null = nothing dangerous. */
  readonly act: Act | null
  /** Takes what was shown, for the input of the command. */
  readonly world: RefObject<string | undefined>
}

/** What saving a form would do to people and reservations; nothing while it concerns nobody. */
export function FormConsequences<V extends FormValues>({ form, act, world }: FormConsequencesProps<V>) {
  const t = useT()
  const seen = useConsequences(act)
  const { view, refusal, lookAgain } = seen
  const shown = act === null ? undefined : view?.world
  useEffect(() => {
    world.current = shown
  }, [world, shown])
  const moved = form.refusal?.code === 'world-moved' ? form.refusal : null
  useEffect(() => {
    if (moved) lookAgain()
    // Once for each refusal.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [moved])
  if (act === null || (view !== null && concernsNobody(view) && seen.moved === null) || (view === null && !refusal))
    return null
  return (
    <Alert severity="warning" title={t('consequences.title')}>
      <ConsequencesPart {...seen} />
    </Alert>
  )
}
