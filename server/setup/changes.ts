import { change } from '../../contract/changes.ts'
import { rooms } from '../../contract/rooms.ts'
import { changes } from '../../contract/setup.ts'
import { setupSteps } from '../../machines/setup-steps.ts'
import { watching } from '../kernel/bus/handle.ts'
import { doneSteps } from './done-steps.ts'

/** All steps. The database pushes the first row of each table and the end of the last one. */
export default watching(changes, {
  rooms: async () => [rooms.all()],
  snapshot: async ({ trx }) => {
    const done = await doneSteps(trx)
    return setupSteps.map((id) =>
      change('setup', { id, version: 0, view: { done: done.includes(id) }, rooms: [rooms.all()] }),
    )
  },
})
