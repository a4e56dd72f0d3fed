import { readDelimited } from './delimited.ts'
import { type Table, tableOf, UnreadableFile } from './table.ts'
import { readWorkbook } from './workbook.ts'

/** First bytes of files that are no table: old Excel, PDF, pictures, archives of other kinds. */
const foreign = ['d0cf11e0', '25504446', '89504e47', 'ffd8ff', '1f8b', '377abcaf', '52617221', '47494638', '7b5c7274']

/** Returns the table of an uploaded file, CSV or XLSX by its content. Throws UnreadableFile. */
export async function parseFile(bytes: Buffer): Promise<Table> {
  if (bytes.length === 0) throw new UnreadableFile('import-empty')
  const start = bytes.subarray(0, 8).toString('hex')
  if (foreign.some((magic) => start.startsWith(magic))) throw new UnreadableFile('import-type')
  return tableOf(start.startsWith('504b0304') ? await readWorkbook(bytes) : readDelimited(bytes))
}
