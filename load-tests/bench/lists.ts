import { type Feature, mayAccess } from '../../contract/features.ts'
import type { ListDef } from '../../contract/list.ts'
import { queries } from '../../contract/registry.ts'
import { connect } from '../../db/connect.ts'
import { runQuery } from '../../server/kernel/bus/dispatch.ts'
import { isListHandler } from '../../server/lists/answer-list.ts'
import { registry } from '../../server/registry.ts'
import { openSession, testContext } from '../../server/testing/context.ts'
import type { World } from '../../server/testing/world.ts'
import { makeListRows } from './lists-rows.ts'

const rounds = 3

/** Milliseconds of the server (median) for a page of a list, an order or a search: the slowest of each list, and what it is. */
interface ListTime {
  readonly list: string
  readonly slowest: string
  readonly ms: number
  readonly others: number
  readonly rows: number
}

/** Server time of every list with 100,000 rows, for an admin, who sees all of them, in every order and with a search. */
export async function* listTimes(url: string, world: World): AsyncGenerator<ListTime> {
  const knex = connect(url, { max: 2, name: 'bench-lists', queryTimeoutMs: 600_000 })
  try {
    await makeListRows(knex)
    const handlers = registry()
    const context = Object.assign(testContext(knex, handlers), { limits: { take: async () => null } })
    const admin = await openSession(knex, world.users.admin.id, 'admin')
    const medianOf = async (def: ListDef, input: object) => {
      const times: number[] = []
      let rows = 0
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now()
        const answer = await runQuery(context, admin, { name: def.name, input })
        times.push(performance.now() - began)
        if (!answer.ok) throw new Error(`${def.name}: ${answer.refusal.code}`)
        rows = (answer.view as { recordCount: number }).recordCount
      }
      return { ms: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN, rows }
    }
    const rights = new Set<Feature>(['BASIC', 'BASIC_ADM'])
    const lists = queries.filter(
      (def) =>
        isListHandler(handlers.queries.get(def.name)) &&
        def.input.safeParse({}).success &&
        mayAccess(def.access, rights),
    )
    for (const def of lists as unknown as ListDef[]) {
      const inputs = [
        { search: 'row' },
        { search: 'Rows 77' },
        ...def.sorts.flatMap((sort) => [{ sort }, { sort: `-${sort}` }]),
      ]
      const timed: { ms: number; rows: number; what: string }[] = []
      for (const input of inputs) timed.push({ ...(await medianOf(def, input)), what: JSON.stringify(input) })
      const [worst, ...others] = timed.toSorted((a, b) => b.ms - a.ms)
      if (!worst) continue
      const rows = Math.max(...timed.map((each) => each.rows))
      yield { list: def.name, slowest: worst.what, ms: worst.ms, others: others[0]?.ms ?? 0, rows }
    }
  } finally {
    await knex.destroy()
  }
}
