import { eventReaders, ledger } from '../../contract/control.ts'
import { mayAccess } from '../../contract/features.ts'
import { scopeOf } from '../access/scope.ts'
import type { UserActor } from '../bus/actor.ts'
import { answer } from '../bus/handle.ts'
import { findOrders, type Search, wholeCode } from './ledger-find.ts'
import { ledgerLines } from './ledger-rows.ts'

/** Orders and refused wishes, newest first (rule C-56): operators those of their sites, support one by its whole code, wherever it was. */
export default answer(ledger, async ({ input, actor, trx }) => {
  const scope = ledgerScope(actor, input)
  if (scope === null) return { orders: [], recordCount: 0 }
  const { ids, recordCount } = await findOrders(trx, scope, input)
  return { orders: await ledgerLines(trx, ids), recordCount }
})

/** What the actor may find; null = nothing, as support without a whole code. */
function ledgerScope(actor: UserActor, { query }: Pick<Search, 'query'>) {
  if (actor.features.has('BASIC_SUP') && wholeCode.test(query)) return { all: true } as const
  return mayAccess(eventReaders, actor.features) ? scopeOf(actor) : null
}
