import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import type { Knex } from 'knex'
import type { FloodGateway, FloodOrder, FloodReport } from './flood.ts'

export interface Flooding {
  begin(order: FloodOrder): void
  /** Stops sending, waits for what is in flight, and returns the outcome. */
  end(): Promise<FloodReport>
  close(): void
}

/** Runs the flood as a separate process; resolves when it is ready. */
export async function startFlood(): Promise<Flooding> {
  // Built together with the benchmarks, as it is in tests.
  const kind = extname(import.meta.filename)
  const child = fork(join(import.meta.dirname, `flood${kind}`), {
    execArgv: kind === '.ts' ? ['--import', 'tsx'] : [],
  })
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('the flood ended before it began')))
  await Promise.race([once(child, 'message'), gone])
  gone.catch(() => {})
  return {
    begin: (order) => void child.send(order),
    async end() {
      const report = once(child, 'message') as Promise<[FloodReport]>
      child.send('end')
      return (await report)[0]
    },
    close: () => child.disconnect(),
  }
}

export interface SendingGateway extends FloodGateway {
  readonly deviceIds: readonly number[]
}

/** A site with gateways that have a token and parking lots each. */
export async function makeSenders(knex: Knex, gateways: number, devicesEach: number): Promise<SendingGateway[]> {
  const tokens = Array.from({ length: gateways }, () => randomBytes(32).toString('base64url'))
  return knex.transaction(async (trx) => {
    const [site] = (await trx('sites').insert({ name: 'Flood' }).returning('id')) as { id: number }[]
    const siteId = site?.id ?? 0
    const made = (await trx('gateways')
      .insert(tokens.map((_, n) => ({ name: `flood-${n}`, hardware_id: `flood-${n}`, site_id: siteId })))
      .returning('id')) as { id: number }[]
    await trx('gateway_tokens').insert(
      made.map(({ id }, n) => ({
        gateway_id: id,
        token_hash: createHash('sha256')
          .update(tokens[n] ?? '')
          .digest(),
        order_key: randomBytes(32),
      })),
    )
    const { rows } = await trx.raw<{ rows: { id: number; gateway_id: number; hardware_id: string }[] }>(
      `INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id)
       SELECT 'F-' || n, 'F-' || n, g, ?, (SELECT id FROM device_types WHERE type = 'PARKING_LOT')
       FROM unnest(?::integer[]) g CROSS JOIN generate_series(1, ?) n RETURNING id, gateway_id, hardware_id`,
      [siteId, made.map(({ id }) => id), devicesEach],
    )
    return made.map(({ id }, n) => {
      const own = rows.filter((row) => row.gateway_id === id)
      return {
        id,
        token: tokens[n] ?? '',
        devices: own.map((row) => row.hardware_id),
        deviceIds: own.map((row) => row.id),
      }
    })
  })
}

/** Readings in the database by gateway, and the number of duplicates. */
export async function countStored(
  knex: Knex,
  senders: readonly SendingGateway[],
): Promise<{ byGateway: Record<number, number>; total: number; doubled: number }> {
  const { rows } = await knex.raw<{ rows: { gateway_id: number; stored: number; distinct: number }[] }>(
    `SELECT d.gateway_id, count(*) AS stored, count(DISTINCT (r.device_id, r.at)) AS distinct
     FROM readings r JOIN devices d ON d.id = r.device_id WHERE d.gateway_id = ANY (?) GROUP BY 1`,
    [senders.map(({ id }) => id)],
  )
  return {
    byGateway: Object.fromEntries(rows.map((row) => [row.gateway_id, row.stored])),
    total: rows.reduce((sum, row) => sum + row.stored, 0),
    doubled: rows.reduce((sum, row) => sum + row.stored - row.distinct, 0),
  }
}
