import { reservations } from '../../contract/problems.ts'
import { answer } from '../kernel/bus/handle.ts'
import { problemsOfArea } from './of-area.ts'

/** Finds what is inconsistent in reservations (rule L-17). */
export default answer(reservations, async ({ trx, now }) =>
  (await problemsOfArea(trx, now, 'reservations')).map(({ kind, id, name, detail }) => ({
    kind,
    reservationId: id,
    number: Number(name),
    detail,
  })),
)
