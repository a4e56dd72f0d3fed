/**
 * Server settings for many small telemetry writes, few long reads and one small machine. They are arguments, so that a
 * new release changes them.
 */
const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  max_locks_per_transaction: '256', // a query over a year touches every partition
  // After each autovacuum of a table every connection plans again what it caches about it, so run it rarely enough to
  // keep this a small part of the work.
  autovacuum_naptime: '60s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_cost_limit: '1000',
  jit: 'off', // only costs time on short queries
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] ',
  logging_collector: 'off',
}

/** For temporary databases only: a crash of the machine may damage them. */
const unsafe: Record<string, string> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Returns the server's arguments. `socket` = also listen in the data folder, which is private. `fsync: false` only for temporary servers.
 */
export function serverArguments(options: { dataDir: string; port: number; socket: boolean; fsync: boolean }): string[] {
  const own = {
    port: String(options.port),
    unix_socket_directories: options.socket && process.platform !== 'win32' ? '.' : '',
  }
  const all = { ...settings, ...(options.fsync ? {} : unsafe), ...own }
  return ['-D', options.dataDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
