import { useMemo } from 'react'
import { changes, checklist, putAway } from '../../contract/setup.ts'
import { isSetUp, setupSteps, stepStates } from '../../machines/setup-steps.ts'
import { send } from '../link/send.ts'
import { useChangeCounter } from '../stores/use-change-counter.ts'
import { useQuery } from '../stores/use-query.ts'
import { useWatch } from '../stores/use-watch.ts'
import { notify } from '../ui/notify.tsx'

/** The checklist of the installation, loaded again whenever a step is done. */
export function useChecklist() {
  const live = useWatch(changes, {})
  const { view, refusal, asking, retry } = useQuery(checklist, {}, useChangeCounter(live, 'setup'))
  const found = useMemo(() => {
    if (view === null) return null
    const done = new Set(view.done)
    const states = stepStates(done)
    const next = setupSteps.find((step) => states[step].is === 'next') ?? null
    return { states, next, isSetUp: isSetUp(done), doneCount: done.size, putAway: view.putAway, last: view.last }
  }, [view])
  const put = async (away: boolean) => {
    const answer = await send(putAway, { away })
    if (!answer.ok) notify.refusal(answer.refusal)
    retry()
  }
  return { found, refusal, asking, retry, put, fresh: live.state === 'live' }
}
export type Checklist = NonNullable<ReturnType<typeof useChecklist>['found']>
