import type { Knex } from 'knex'
import type { ImportEntity } from '../../contract/imports.ts'
import { Import } from '../../db/models/imports.ts'
import { addJob } from '../jobs/add-job.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { publishImport } from './progress.ts'

interface Upload {
  readonly actor: UserActor
  readonly entity: ImportEntity
  readonly fileName: string
  readonly content: Buffer
}

/** Stores an uploaded file with the job that reads it. Returns its import. */
export async function addImport(
  trx: Knex.Transaction,
  { actor: { userId, app }, entity, fileName, content }: Upload,
): Promise<number> {
  const name =
    fileName
      .normalize('NFC')
      .replace(/\p{Cc}/gu, '')
      .slice(-255) || entity
  const { id } = await Import.query(trx).insert({ entity, fileName: name, app, userId, content })
  await publishImport(trx, id)
  await addJob(trx, 'imports.work', { id })
  return id
}
