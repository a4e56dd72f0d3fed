import { useCallback, useEffect, useState } from 'react'
import { commandLog } from '../../../contract/control.ts'
import type { DeviceView } from '../../../contract/devices.ts'
import { isOpen } from '../../devices/actions.ts'
import { ask } from '../../link/ask.ts'
import { useRows } from '../../stores/use-watch.ts'
import { serverNow } from '../../ui/clock.ts'
import { type Ended, type Given, type Progress, progressOf, sameProgress } from './several.ts'
import type { DevicesLive } from './use-forecast.ts'

/** Delay after the deadline before the command log is asked for missing outcomes, ms. */
const patienceMs = 4_000
const pageSize = 100
const nothing: ReadonlyMap<string, Ended> = new Map()

/** Progress of a command for several devices: by the views of the devices, and by the command log where those were silent. */
export function useProgress(live: DevicesLive, given: Given): Progress {
  const [told, setTold] = useState(nothing)
  const derive = useCallback(
    (_rows: DeviceView[], before: Progress | undefined) => {
      const deviceCommandOf = (id: number) => live.view.row('device', id)?.view?.deviceCommand ?? null
      return progressOf(given, deviceCommandOf, new Map([...told, ...ends(before)]))
    },
    [live.view, given, told],
  )
  const progress = useRows(live, 'device', derive, sameProgress)
  const waits = progress.waiting > 0
  const { runId, deadline } = given
  useEffect(() => {
    if (!waits) return
    const mine = new AbortController()
    const wait = Math.max(0, Date.parse(deadline) - serverNow()) + patienceMs
    const timer = setTimeout(
      () => void readCommandLog(runId, mine.signal).then((found) => found && setTold(found)),
      wait,
    )
    return () => {
      clearTimeout(timer)
      mine.abort()
    }
  }, [waits, runId, deadline])
  return progress
}

/** An outcome from a view counts more than the command log, which was read once; a command that was still open there does not. */
function ends(before: Progress | undefined): (readonly [string, Ended])[] {
  return before ? [...before.heard].filter(([, { state }]) => !isOpen(state)) : []
}

/** Every command of the run as the command log has it; null if it could not be read. */
async function readCommandLog(runId: string, signal: AbortSignal): Promise<ReadonlyMap<string, Ended> | null> {
  const found = new Map<string, Ended>()
  for (let page = 1; ; page++) {
    const answer = await ask(commandLog, { filters: { runId }, page, pageSize }, { signal })
    if (!answer.ok) return null
    for (const { id, state, reason, supportCode, late } of answer.view.rows)
      found.set(id, { state, reason, supportCode, late })
    if (found.size >= answer.view.recordCount || answer.view.rows.length === 0) return found
  }
}
