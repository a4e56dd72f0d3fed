import type { RetentionKey } from '../../contract/operation.ts'

/** One table of a kind, or a statement over several. The oldest rows are deleted first. */
export interface TimedPart {
  /**
   * rollup = rolled-up readings: rows, or whole chunks of continuous aggregates. scan = page by page, because an index
   * by time would cost ingest more than reading the table once a day.
   */
  readonly how: 'rows' | 'rollup' | 'scan'
  readonly table: string
  /** Column with the age of a row; indexed, unless the table is small. */
  readonly time: string
  /** Additional condition on a row `o` that may be deleted. */
  readonly where?: string
  /**
   * Statement that deletes the rows `old` (columns of `o`) and returns their time as `at`, instead of deleting from the
   * table alone.
   */
  readonly remove?: string
}
/**
 * partitions = whole partitions or chunks; data that is not rolled up stays. jobs = failed for good, deleted by the
 * worker's own function.
 */
interface WholePart<How extends string> {
  readonly how: How
  readonly table: string
}
export type Part = TimedPart | WholePart<'partitions'> | WholePart<'jobs'>

const rows = (table: string, time: string, where?: string): TimedPart => ({
  how: 'rows',
  table,
  time,
  ...(where === undefined ? {} : { where }),
})

/** The deletions of each kind of data, in this order. */
export const parts: Readonly<Record<RetentionKey, readonly Part[]>> = {
  readings: [
    { how: 'partitions', table: 'readings' },
    { how: 'partitions', table: 'device_reports' },
  ],
  rollups: [
    { ...rows('readings_1_hour', 'bucket'), how: 'rollup' },
    { ...rows('readings_6_hours', 'bucket'), how: 'rollup' },
    { ...rows('readings_1_day', 'bucket'), how: 'rollup' },
    rows('device_usage_1_hour', 'bucket'),
  ],
  siteRollups: [rows('site_usage_1_hour', 'bucket')],
  receipts: [
    { how: 'scan', table: 'gateway_messages', time: 'at' },
    { how: 'scan', table: 'gateway_message_blocks', time: 'at' },
  ],
  gatewayEvents: [rows('gateway_events', 'received_at')],
  accessEvents: [
    rows('access_events', 'received_at', 'o.judged_at is not null'),
    rows('plate_sightings', 'received_at'),
    rows(
      'arrivals',
      'at',
      `exists (select from reservations r where r.id = o.reservation_id and r.ends_at < now() - interval '1 day')`,
    ),
  ],
  deviceCommands: [
    {
      ...rows(
        'control_runs',
        'created_at',
        `o.state <> 'running' and not exists (select from device_commands each where each.run_id = o.id and each.settled_at is null)`,
      ),
      remove: `, steps as (delete from control_steps s using old where s.run_id = old.id),
        their as (delete from device_commands r using old where r.run_id = old.id),
        gone as (delete from control_runs r using old where r.id = old.id returning r.created_at as at)`,
    },
    rows('device_commands', 'issued_at', 'o.run_id is null and o.settled_at is not null'),
    rows('tokens', 'expires_at'),
  ],
  malfunctions: [rows('malfunctions', 'closed_at')],
  messages: [
    // A malfunction's message marks it as reported: while the malfunction is open, it would be sent again.
    rows(
      'messages',
      'created_at',
      `o.state <> 'queued' and not exists (select from malfunctions m where m.closed_at is null and o.dedupe_key like 'malfunction:' || m.id || ':%')`,
    ),
  ],
  commands: [rows('commands', 'at')],
  history: [rows('row_history', 'at')],
  sessions: [
    rows('sessions', 'expires_at'),
    rows('sessions', 'revoked_at'),
    rows('guest_sessions', 'expires_at'),
    rows('guest_sessions', 'revoked_at'),
    rows('sign_in_steps', 'expires_at'),
    rows('known_browsers', 'expires_at'),
    rows('login_guesses', 'expires_at'),
    rows('rm_invitations', 'expires_at'),
  ],
  logs: [rows('database_logs', 'at')],
  jobs: [
    { how: 'jobs', table: 'graphile_worker._private_jobs' },
    rows('imports', 'created_at', `o.state not in ('reading', 'checking', 'importing')`),
  ],
  upkeep: [rows('retention_runs', 'started_at', 'o.ended_at is not null'), rows('table_sizes', 'day')],
}

/** Tables that are deleted along with others: with their runs, malfunctions or reservations. */
const along: Readonly<Partial<Record<RetentionKey, readonly string[]>>> = {
  deviceCommands: ['control_steps'],
  malfunctions: ['malfunction_history'],
  jobs: ['graphile_worker._private_tasks', 'graphile_worker._private_job_queues', 'import_rows'],
}

/** Every table of a kind, without duplicates. */
export function tablesOf(key: RetentionKey): readonly string[] {
  return [...new Set([...parts[key].map(({ table }) => table), ...(along[key] ?? [])])]
}

/** Evidence of money and reservations, which must be kept for ten years or longer: the portal deletes none of it. */
export const keptByLaw: readonly string[] = [
  'reservations',
  'reservation_history',
  'reservation_maintenance_periods',
  'rollup_bookings',
  'overstays',
  'overstay_displacements',
  'accounts',
  'transactions',
  'payments',
  'payment_events',
  'payment_refunds',
  'invoices',
  'invoice_counters',
  'document_acceptances',
]
export const outboxTables: readonly string[] = ['outbox', 'outbox_floor']
