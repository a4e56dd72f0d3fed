import { proxy } from 'valtio'

/** The moment (ms) under the pointer, shared by a group of charts; `chart` = the one with the pointer. */
export interface Cursor {
  at: number | null
  chart: string | null
}

/** A cursor for a group of charts. */
export const createCursor = (): Cursor => proxy<Cursor>({ at: null, chart: null })
