import { CsvError, parse } from 'csv-parse/sync'
import { decode } from './encoding.ts'
import { maxCells } from './limits.ts'
import { UnreadableFile } from './table.ts'

const separators = [';', ',', '\t'] as const
/** Maximum length of one record, characters: an unclosed quote does not swallow the rest of the file. */
const maxRecord = 500_000
/** First line by which Excel names the separator. */
const separatorLine = /^sep=([;,\t])\r?\n/

/** Returns the records of a text file whose cells are separated by semicolons, commas or tabs. */
export function readDelimited(bytes: Uint8Array): string[][] {
  const text = decode(bytes)
  const named = separatorLine.exec(text)
  const delimiter = named?.[1] ?? separatorOf(text)
  let records = 0
  let cells = 0
  try {
    return parse(named ? text.slice(named[0].length) : text, {
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: maxRecord,
      on_record: (record: string[]) => {
        records += 1
        cells += record.length
        if (cells > maxCells) throw new UnreadableFile('import-too-many-cells', { maximum: maxCells })
        return record
      },
    }) as string[][]
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    if (error instanceof CsvError) throw new UnreadableFile('import-damaged-row', { row: records + 1 })
    throw error
  }
}

/** Returns the separator that occurs most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(separators.map((each) => [each, 0]))
  let quoted = false
  for (const character of text.trimStart()) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n' || character === '\r') break
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}
