import { useEffect, useEffectEvent } from 'react'
import type { ExtensionEvent } from '../../../machines/extension.ts'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import type { ExtendValues } from './extend-fields.ts'

/** Tells the machine of extending what happens in its form: a new end, that it is sent, what came of it. `end` null = none is chosen. */
export function useTold(
  form: CommandForm<ExtendValues>,
  end: string | null,
  deviceId: number | null,
  tell: (event: ExtensionEvent) => void,
): void {
  const { busy, refusal } = form
  const picked = useEffectEvent((chosen: string) => {
    form.forget()
    tell({ type: 'PICK', end: Date.parse(chosen) })
  })
  useEffect(() => {
    if (end !== null) picked(end)
  }, [end])
  useEffect(() => {
    if (busy) tell({ type: 'SEND' })
  }, [busy, tell])
  const refused = useEffectEvent((why: NonNullable<typeof refusal>) => {
    // What is said of the own place does not belong to the choice of another one.
    if (deviceId === null) form.mantine.clearFieldError('deviceId')
    if (why.code === 'outcome-unknown') tell({ type: 'LOST' })
    else tell({ type: 'REFUSED', refusal: why })
  })
  useEffect(() => {
    if (refusal) refused(refusal)
  }, [refusal])
}
