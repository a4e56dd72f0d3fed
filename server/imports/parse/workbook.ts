import { inflateRawSync } from 'node:zlib'
import { InvalidInputError, InvalidSpreadsheetError, readSheet } from 'read-excel-file/node'
import { maxCells, maxUnpackedBytes } from './limits.ts'
import { UnreadableFile } from './table.ts'

/** Maximum number of parts of a workbook. */
const maxParts = 2_000
/** The greatest whole number of which a spreadsheet keeps every digit has 15 of them. */
const exact = 1e15

/**
 * Returns the records of a workbook's first sheet. Before the reader sees it, its parts are unpacked within limits, and
 * document types, which could define entities, are refused.
 */
export async function readWorkbook(bytes: Buffer): Promise<unknown[][]> {
  checkParts(bytes)
  try {
    const records = await readSheet<Cell>(bytes, { trim: false, parseNumber })
    return (records as unknown[][]).map((record) => record.map(textOf))
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof InvalidSpreadsheetError)
      throw new UnreadableFile('import-workbook-damaged')
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('import-workbook-damaged')
  }
}

type Cell = string | { readonly lost: string }

function parseNumber(text: string): Cell {
  const value = Number(text)
  if (Number.isInteger(value) && Math.abs(value) >= exact) return { lost: text }
  // 0.1 + 0.2 is stored with all the digits of a double.
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : text
}

function textOf(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value)
  if (!(value instanceof Date)) return value
  const [day = '', time = ''] = value.toISOString().split('T')
  const minutes = time.slice(0, 5)
  if (day < '1900-01-02') return minutes
  return minutes === '00:00' ? day : `${day} ${minutes}`
}

/** Refuses archives that unpack to too much, or whose XML defines its own entities. */
function checkParts(bytes: Buffer): void {
  let total = 0
  let cells = 0
  for (const part of partsOf(bytes)) {
    if (!/\.(xml|rels)$/i.test(part.name)) continue
    const content = unpack(part, maxUnpackedBytes - total)
    total += content.length
    if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) throw new UnreadableFile('import-xml-entities')
    if (/worksheets\/[^/]*\.xml$/i.test(part.name)) cells += countOf(content, '<c ')
    if (cells > maxCells) throw new UnreadableFile('import-too-many-cells', { maximum: maxCells })
  }
}

function countOf(content: Buffer, text: string): number {
  let count = 0
  for (let at = content.indexOf(text); at >= 0 && count <= maxCells; at = content.indexOf(text, at + text.length))
    count += 1
  return count
}

interface Part {
  readonly name: string
  readonly method: number
  readonly data: Buffer
}

/** Yields the parts that the archive's directory lists. */
function* partsOf(bytes: Buffer): Generator<Part> {
  const damaged = () => new UnreadableFile('import-workbook-damaged')
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length) throw damaged()
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxParts) throw damaged()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const method = bytes.readUInt16LE(at + 10)
    const size = bytes.readUInt32LE(at + 20)
    const nameLength = bytes.readUInt16LE(at + 28)
    const local = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== 0x04034b50) throw damaged()
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    if (start + size > bytes.length) throw damaged()
    yield { name, method, data: bytes.subarray(start, start + size) }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

function unpack({ method, data }: Part, room: number): Buffer {
  const tooLarge = () => new UnreadableFile('import-unpacked-size', { maximum: maxUnpackedBytes / 1_000_000 })
  if (method === 0) {
    if (data.length > room) throw tooLarge()
    return data
  }
  if (method !== 8 || room < 1) throw method === 8 ? tooLarge() : new UnreadableFile('import-workbook-damaged')
  try {
    return inflateRawSync(data, { maxOutputLength: room })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new UnreadableFile('import-workbook-damaged')
  }
}
