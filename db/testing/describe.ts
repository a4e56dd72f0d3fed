import type { Knex } from 'knex'
import { many } from '../sql.ts'

export type ColumnDescription = {
  name: string
  type: string
  required: boolean
  value: string | null
  references: string | null
  comment: string | null
}
export type TableDescription = {
  name: string
  kind: 'table' | 'view'
  comment: string | null
  columns: ColumnDescription[]
  rules: string[]
  indexes: string[]
  triggers: string[]
  definition: string | null
}
export type SchemaDescription = { tables: TableDescription[]; functions: string[] }

/** Leaves out tables of the migrator, monthly partitions, and triggers of hypertables. */
const ours = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition AND c.relname !~ '^migrations'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

const tablesQuery = `
  SELECT c.relname AS name, CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind, obj_description(c.oid, 'pg_class') AS comment,
    CASE c.relkind WHEN 'v' THEN pg_get_viewdef(c.oid) END AS definition,
    (SELECT jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
        'value', CASE WHEN a.attidentity <> '' THEN 'identity' WHEN a.attgenerated <> '' THEN 'always ' || pg_get_expr(v.adbin, v.adrelid)
          ELSE pg_get_expr(v.adbin, v.adrelid) END,
        'references', (SELECT f.confrelid::regclass::text FROM pg_constraint f
          WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = f.conkey[1] ORDER BY f.conname LIMIT 1),
        'comment', col_description(c.oid, a.attnum)) ORDER BY a.attnum)
      FROM pg_attribute a LEFT JOIN pg_attrdef v ON v.adrelid = a.attrelid AND v.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    array(SELECT pg_get_constraintdef(r.oid) || coalesce(' -- ' || obj_description(r.oid, 'pg_constraint'), '') FROM pg_constraint r
      WHERE r.conrelid = c.oid AND r.contype IN ('p', 'u', 'c', 'x', 'f')
      ORDER BY array_position('{p,u,x,f,c}'::"char"[], r.contype), r.conname) AS rules,
    array(SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i
      WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint r WHERE r.conindid = i.indexrelid AND r.conrelid = c.oid)
      ORDER BY i.indexrelid::regclass::text) AS indexes,
    array(SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgname !~ '^ts_' ORDER BY t.tgname) AS triggers
  FROM pg_class c WHERE ${ours} ORDER BY c.relname`

const functionsQuery = `
  SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  ORDER BY p.proname, p.oid`

/**
 * Reads the catalog: every table and view with columns, rules, indexes and triggers, and the text of every function.
 */
export async function describeSchema(knex: Knex): Promise<SchemaDescription> {
  const tables = await many<TableDescription>(knex, tablesQuery)
  const functions = await many<{ definition: string }>(knex, functionsQuery)
  return { tables, functions: functions.map(({ definition }) => definition) }
}

/** Tables in the diagram; the list below it has all of them. */
const drawn = new Set(
  `tenants zones sites site_zones locations gateways devices device_types device_states barriers roles users user_zones user_tenants
   products product_roles product_tenants events tariffs codes reservations commands malfunctions maintenance_periods accounts transactions payments invoices tokens`.split(
    /\s+/,
  ),
)
const byWhom = ['created_by', 'modified_by']

/** Returns the schema as a page: a mermaid ER diagram of the main entities, then a section for each table. */
export function schemaPage({ tables }: SchemaDescription): string {
  const intro = [
    '# Database schema',
    '',
    'Generated from the catalog of a migrated database by `npx vitest run db/describe.test.ts -u`; the same test fails when it is stale.',
    'Money is integer cents, times are `timestamptz`, spans are half-open `[start, end)`, -1 means unlimited.',
    '',
  ]
  return [intro, diagram(tables), tables.flatMap(section)].flat().join('\n')
}

function diagram(tables: TableDescription[]): string[] {
  const lines = tables
    .filter(({ name }) => drawn.has(name))
    .flatMap(({ name, columns }) =>
      columns
        .filter((column) => column.references !== null && drawn.has(column.references) && !byWhom.includes(column.name))
        .map((column) => `  ${column.references} ${column.required ? '||' : '|o'}--o{ ${name} : "${column.name}"`),
    )
  return [['```mermaid', 'erDiagram'], lines, ['```', '']].flat()
}

function section(table: TableDescription): string[] {
  const columns = table.columns.map(({ name, type, required, value, references, comment }) => {
    const notes = [references && `→ ${references}`, comment].filter((note) => note !== null && note !== '').join('. ')
    return `| ${[name, type, required ? 'yes' : '', value === null ? '' : code(value), notes].map(cell).join(' | ')} |`
  })
  const list = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `- ${code(line)}`)]
  const checks = table.rules.filter((rule) => !rule.startsWith('FOREIGN KEY') || /ON DELETE (?!SET NULL)/.test(rule))
  const indexes = table.indexes.map((index) =>
    index.replace(/^CREATE (UNIQUE )?INDEX (\S+) ON (ONLY )?public\.\S+ USING /, '$1$2 '),
  )
  const triggers = table.triggers.map((trigger) =>
    trigger.replace(/^CREATE (CONSTRAINT )?TRIGGER /, '').replace(/ ON public\.\S+/, ''),
  )
  const title = [`## ${table.name}${table.kind === 'view' ? ' (view)' : ''}`, '']
  const about = table.comment === null ? [] : [table.comment, '']
  const head = ['| column | type | required | default | notes |', '| --- | --- | --- | --- | --- |']
  return [
    title,
    about,
    head,
    columns,
    list('Rules', checks),
    list('Indexes', indexes),
    list('Triggers', triggers),
    [''],
  ].flat()
}

function code(text: string): string {
  return `\`${text.replaceAll(/\s+/g, ' ')}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
