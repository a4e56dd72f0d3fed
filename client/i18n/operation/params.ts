// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'fact.disk.of': { total: string | number }
  'server.plain': { version: string | number }
  'server.apache': { version: string | number; timescale: string | number }
  'server.community': { version: string | number; timescale: string | number }
  'kept.days': { count: number }
  'kept.minutes': { count: number }
  'state.running': { percent: string | number }
  'fact.kept.by': { name: string | number; date: string | number }
  'fact.kept.on': { date: string | number }
  'gone.rows': { count: number }
  'gone.parts': { count: number }
  'running.title': { date: string | number }
  'running.text': { gone: string | number }
  'running.problem': { problem: string | number }
  'table.compressed': { bytes: string | number }
  'change.title': { kind: string | number }
  'change.bounds': { least: string | number; most: string | number; days: string | number }
  'change.wrong': { least: string | number; most: string | number }
  'change.none': { date: string | number }
  'change.deletes': { date: string | number; gone: string | number; bytes: string | number }
  'change.deletes.more': { date: string | number; gone: string | number; bytes: string | number }
  'change.oldest': { date: string | number }
  'change.done': { days: string | number }
  'runs.bytes.change': { before: string | number; after: string | number }
  'processes.missing': { roles: string | number }
  'process.pid': { pid: string | number }
}
