import type pg from 'pg'

/**
 * Drops foreign keys and disables triggers of our tables for the rest of the transaction: finished rows come table by
 * table. Returns what restores them; adding a foreign key again checks every row.
 */
export async function withoutRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint WHERE contype = 'f' AND connamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) AND conparentid = 0
     ORDER BY conrelid::regclass::text, conname`,
  )
  const { rows: triggers } = await client.query<{ off: string; on: string }>(
    `SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS off,
       format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname) AS on
     FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
     WHERE NOT tgisinternal AND tgparentid = 0 AND tgname !~ '^ts_' AND c.relkind IN ('r', 'p')
       AND c.relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) ORDER BY 1`,
  )
  for (const { off } of triggers) await client.query(off)
  for (const { drop } of keys) await client.query(drop)
  return async () => {
    for (const { add } of keys) await client.query(add)
    for (const { on } of triggers) await client.query(on)
  }
}
