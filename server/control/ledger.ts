import { ledger } from '../../contract/control.ts'
import { answer } from '../kernel/bus/handle.ts'
import { findOrders, ledgerScope, wholeCode } from './ledger-find.ts'
import { ledgerLines } from './ledger-rows.ts'

/** Orders and refused wishes, newest first (rule C-56): operators those of their sites, support one by its whole code, wherever it was. */
export default answer(ledger, async ({ input, actor, trx }) => {
  const scope = ledgerScope(actor, wholeCode.test(input.query))
  if (scope === null) return { orders: [], recordCount: 0 }
  const { ids, recordCount } = await findOrders(trx, scope, input)
  return { orders: await ledgerLines(trx, ids), recordCount }
})
