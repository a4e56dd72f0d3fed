import type { Logger } from 'pino'

/** Options of background work in steps. */
export interface UpkeepOptions {
  readonly log: Logger
  /** Maximum time of one run, ms; the rest waits for the next. */
  readonly budgetMs?: number
  /** True: begin no further step. */
  readonly stopping?: () => boolean
  /** Pauses after a step that took `tookMs`: this work yields to people and ingest. */
  readonly rest?: (tookMs: number) => Promise<void>
}
