import type { Matrix } from './rights-inputs.ts'
import { operators } from './rights-rows.ts'

/** Rows of the history: operators; whose rows they see is proved by its laws. */
export const historyRows: Matrix = {
  'history.list': [{ input: () => ({}), outcome: operators('ok') }],
  'history.of': [{ input: (world) => ({ entity: 'zone', id: world.own.id }), outcome: operators('ok') }],
  'history.bin': [{ input: () => ({}), outcome: operators('ok') }],
  'history.undo': [{ input: () => ({ cause: 'nobody' }), outcome: operators('not-found') }],
  'history.putBack': [{ input: () => ({ id: 2_000_000_000 }), outcome: operators('not-found') }],
}
