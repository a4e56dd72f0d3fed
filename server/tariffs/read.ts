import { read } from '../../contract/tariffs.ts'
import { answer } from '../kernel/bus/handle.ts'
import { tariffRow, tariffRows } from './rows.ts'

/** One tariff, with who changed it last. */
export default answer(read, async ({ input, actor, trx, refuse }) => {
  const tariff = await tariffRows(trx, actor).findById(input.tariffId).withGraphFetched('modifier')
  if (!tariff) return refuse('not-found')
  const { description, version, modifier } = tariff
  return { ...tariffRow(tariff), description, version, modifiedBy: modifier?.shownName ?? null }
})
