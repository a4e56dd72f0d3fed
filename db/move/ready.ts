import type pg from 'pg'
import { migrations } from '../migrate.ts'
import { MoveError } from './error.ts'

/** Age in seconds at which a heartbeat no longer counts. */
const aliveSeconds = 45

/** Throws unless the database has the schema of this release. */
export async function mustBeCurrent(client: pg.Client, what: string): Promise<void> {
  const there = await client.query<{ there: boolean }>(`SELECT to_regclass('public.migrations') IS NOT NULL AS there`)
  if (!there.rows[0]?.there) throw new MoveError(`The ${what} is not a Holdfast database.`)
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')
  const has = rows.map(({ name }) => name)
  const wanted = migrations.map(({ name }) => name)
  if (has.length < wanted.length && has.every((name) => wanted.includes(name)))
    throw new MoveError(`The ${what} was written by an older release: start Holdfast on it once to upgrade it.`)
  if ([...has].sort().join() !== [...wanted].sort().join())
    throw new MoveError(`The ${what} belongs to another release of Holdfast: use the command of that release.`)
}

/** Throws while a portal runs on the database. A killed one counts until its heartbeat is old. */
export async function mustBeQuiet(client: pg.Client, what: string): Promise<void> {
  const { rows } = await client.query<{ host: string; pid: number }>(
    'SELECT host, pid FROM processes WHERE heartbeat_at > clock_timestamp() - make_interval(secs => $1)',
    [aliveSeconds],
  )
  if (rows.length > 0)
    throw new MoveError(
      `The portal is running on the ${what} (${rows.map(({ host, pid }) => `${host}, process ${pid}`).join('; ')}): stop it first. One that was killed is forgotten after ${aliveSeconds} seconds.`,
    )
}

/** Comment of the table `migrations` while a move into a database is unfinished. */
export const unfinished = 'a move into this database is not finished'

/** Throws if a database has tables other than those of an unfinished move. */
export async function mustBeEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; begun: boolean }>(
    `SELECT c.relname AS name, coalesce(obj_description(to_regclass('public.migrations')) = $1, false) AS begun
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') LIMIT 1`,
    [unfinished],
  )
  if (rows[0] && !rows[0].begun)
    throw new MoveError(`The target is not empty (it has a table ${rows[0].name}): create a new database for it.`)
}
