import { proxy } from 'valtio'

/** The moment (ms) that people point at, shared by the charts that stand together; `chart` = the one that is pointed at. */
export interface Cursor {
  at: number | null
  chart: string | null
}

/** A cursor for a group of charts. */
export const createCursor = (): Cursor => proxy<Cursor>({ at: null, chart: null })
