import type { Logger } from 'pino'

/** Work in steps that nobody waits for. */
export interface UpkeepOptions {
  readonly log: Logger
  /** Work of one run at most, ms; the rest waits for the next. */
  readonly budgetMs?: number
  /** True: no further step is begun. */
  readonly stopping?: () => boolean
  /** Rests after a step that took so long, ms: such work yields to people and to ingest. */
  readonly rest?: (tookMs: number) => Promise<void>
}
