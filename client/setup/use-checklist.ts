import { useMemo } from 'react'
import { changes, checklist } from '../../contract/setup.ts'
import { isSetUp, stepStates } from '../../machines/setup-steps.ts'
import { useChangeCounter } from '../stores/use-change-counter.ts'
import { useQuery } from '../stores/use-query.ts'
import { useWatch } from '../stores/use-watch.ts'

/** The checklist of the installation, loaded again whenever a step is done. */
export function useChecklist() {
  const live = useWatch(changes, {})
  const { view, refusal, retry } = useQuery(checklist, {}, useChangeCounter(live, 'setup'))
  const found = useMemo(() => {
    if (view === null) return null
    const done = new Set(view.done)
    return { states: stepStates(done), isSetUp: isSetUp(done), doneCount: done.size, putAway: view.putAway, last: view.last }
  }, [view])
  return { found, refusal, retry, fresh: live.state === 'live' }
}
export type Checklist = NonNullable<ReturnType<typeof useChecklist>['found']>
