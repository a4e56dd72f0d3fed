import type { Knex } from 'knex'
import type { ImportEntity, ImportView } from '../../../contract/imports.ts'
import { importView, rows } from '../../../contract/imports.ts'
import { Import } from '../../../db/models/imports.ts'
import { write } from '../../../db/transaction.ts'
import { loadActorOfJob } from '../../kernel/bus/actor.ts'
import { registry } from '../../registry.ts'
import { busCalls, type Login } from '../../testing/bus-calls.ts'
import { testContext } from '../../testing/context.ts'
import type { World } from '../../testing/world.ts'
import { addImport } from '../add.ts'
import { importRow } from '../progress.ts'
import { importWork } from '../work.ts'
import { parseHere } from './parse-here.ts'

/** Imports of a world's people, worked on at once. */
export function importing(knex: Knex, world: World) {
  const context = testContext(knex, registry())
  const work = importWork({ context, parse: parseHere })['imports.work']
  const calls = busCalls(knex, world)
  const doWork = async (id: number) => work?.({ id }, { signal: new AbortController().signal, last: false })
  const view = async (id: number): Promise<ImportView> => {
    const found = await Import.query(knex).findById(id).withGraphFetched('user').throwIfNotFound()
    return importView.parse(importRow(found))
  }
  return {
    ...calls,
    context,
    work: doWork,
    view,
    /** Uploads a file and checks it. */
    async upload(login: Login, entity: ImportEntity, content: string | Buffer): Promise<number> {
      const id = await write(knex, async (trx) => {
        const loaded = await loadActorOfJob(trx, world.users[login].id, login === 'admin' ? 'admin' : 'portal')
        if (!loaded) throw new Error(`${login} may not sign in`)
        const upload = { actor: loaded.actor, entity, fileName: `${entity}.csv`, content: Buffer.from(content) }
        return addImport(trx, upload)
      })
      await doWork(id)
      return id
    },
    /** Rows of an import: kind, and the errors or differences in short. */
    async outcome(login: Login, importId: number): Promise<string[]> {
      const found = await calls.ask(login, rows, { importId, pageSize: 100 })
      return found.rows.map(({ number, kind, differences, errors }) =>
        [
          `${number} ${kind}`,
          ...errors.map(({ field, code }) => `${field} ${code}`.trim()),
          ...(kind === 'changed'
            ? differences.map(({ field, before, after }) => `${field}: ${before} → ${after}`)
            : []),
        ].join(', '),
      )
    },
  }
}
