import { parseFile } from '../parse/parse-file.ts'
import type { Parse } from '../parse/parse-in-thread.ts'

/** Reads a file in this thread: tests run sources, which a thread could not load. */
export const parseHere: Parse = async (bytes, taking) => {
  const { heads, rows } = await parseFile(Buffer.from(bytes))
  await taking.heads(heads, rows.length)
  await taking.rows(rows)
}
