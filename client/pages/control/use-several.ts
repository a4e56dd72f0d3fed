import { useCallback, useState } from 'react'
import { commandMany, emergency as emergencyCommand, type Several } from '../../../contract/control.ts'
import type { Action } from '../../../machines/device.ts'
import { type Answered, send } from '../../link/send.ts'
import type { LiveView } from '../../link/view.ts'
import { notify } from '../../ui/notify.tsx'
import type { Given } from './several.ts'

/** For how long a request may try to reach the server: well below the deadline of its commands. */
const sendMs = 8_000
/** Maximum number of reports on the screen. */
const maxReports = 3

/** Commands for several devices sent by this person, and the reports on them, newest first. */
export function useSeveral(view: LiveView) {
  const [busy, setBusy] = useState(false)
  const [reports, setReports] = useState<readonly Given[]>([])

  const take = useCallback(
    (answer: Answered<Several, never>, given: Pick<Given, 'action' | 'emergency'>, ids: readonly number[]) => {
      setBusy(false)
      if (!answer.ok) {
        notify.refusal(answer.refusal, { id: 'several', displayMs: 0 })
        return false
      }
      const nameOf = (id: number) => view.row('device', id)?.view?.name ?? ''
      const names = new Map(ids.map((id) => [id, nameOf(id)]))
      setReports((before) => [{ ...answer.reply, ...given, names }, ...before].slice(0, maxReports))
      return true
    },
    [view],
  )
  const give = useCallback(
    async (action: Action, ids: readonly number[]): Promise<boolean> => {
      setBusy(true)
      const answer = await send(commandMany, { deviceIds: [...ids], action }, { timeoutMs: sendMs })
      return take(answer, { action, emergency: false }, ids)
    },
    [take],
  )
  const openInEmergency = useCallback(
    async (siteId: number, ids: readonly number[], reason: string, safetyWord: string): Promise<boolean> => {
      setBusy(true)
      const input = { siteId, deviceIds: [...ids], action: 'open' as const, reason, safetyWord }
      const answer = await send(emergencyCommand, input, { timeoutMs: sendMs })
      return take(answer as Answered<Several>, { action: 'open', emergency: true }, ids)
    },
    [take],
  )
  const dismiss = useCallback(
    (runId: string) => setReports((before) => before.filter((report) => report.runId !== runId)),
    [],
  )
  return { busy, reports, give, openInEmergency, dismiss }
}
