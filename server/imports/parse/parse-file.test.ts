import { describe, expect, it } from 'vitest'
import { byteOrderMark, csvLine } from '../../../contract/csv.ts'
import { number, sheetOf, words, workbookOf } from '../testing/workbook.ts'
import { maxCells, maxRows } from './limits.ts'
import { parseFile } from './parse-file.ts'
import { UnreadableFile } from './table.ts'

const text = (value: string, encoding: BufferEncoding = 'utf8') => parseFile(Buffer.from(value, encoding))
const problemOf = async (bytes: Buffer) => {
  try {
    await parseFile(bytes)
  } catch (error) {
    if (error instanceof UnreadableFile) return error.problem
    throw error
  }
  return null
}
const expected = { heads: ['Name', 'Größe'], rows: [{ number: 2, cells: ['Süd', '1,5'] }] }

describe('a text file [IMP-1]', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from('Name;Größe\r\nSüd;1,5\r\n')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFName;Größe\nSüd;1,5\n')],
    ['UTF-16 with a mark', Buffer.from('\uFEFFName;Größe\nSüd;1,5\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('Name;Größe\nSüd;1,5\n', 'utf16le')],
    ['UTF-16, the other order', Buffer.from('\uFEFFName;Größe\nSüd;1,5\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('Name;Größe\nSüd;1,5\n', 'latin1')],
    ['commas', Buffer.from('Name,Größe\nSüd,"1,5"\n')],
    ['tabs', Buffer.from('Name\tGröße\nSüd\t1,5\n')],
    ['a line that names the separator', Buffer.from('sep=,\r\nName,Größe\r\nSüd,"1,5"\r\n')],
    ['decomposed letters', Buffer.from('Name;Größe\nSüd;1,5\n'.normalize('NFD'))],
    ['old line ends, empty rows and cells', Buffer.from('\rName;Größe\r;\rSüd;1,5;;\r')],
  ])('is read: %s', async (name, bytes) => {
    const table = await parseFile(bytes)
    expect(table.heads).toEqual(expected.heads)
    expect(table.rows.map(({ cells }) => cells)).toEqual([['Süd', '1,5']])
    if (name.startsWith('old')) expect(table.rows[0]?.number).toBe(4)
  })

  it('keeps what looks like a formula as text, and takes the protection of exports away', async () => {
    const line = csvLine(['=1+1', '-Gate', "'quoted'", '+49', '@home'], ';')
    const { rows } = await text(`${byteOrderMark}a;b;c;d;e\r\n${line}=SUM(A1);;;;\r\n`)
    expect(rows.map(({ cells }) => cells)).toEqual([['=1+1', '-Gate', "'quoted'", '+49', '@home'], ['=SUM(A1)']])
  })

  it('keeps ids of 17 digits, and marks the numbers that a spreadsheet has rounded', async () => {
    const { rows } = await text('id;hardware\n1;12345678901234567\n2;1,23E+16\n3;12E5\n')
    expect(rows.map(({ cells }) => cells[1])).toEqual(['12345678901234567', { lost: '1,23E+16' }, '12E5'])
  })

  it.each<[string, Buffer, object]>([
    ['is empty', Buffer.alloc(0), { code: 'import-empty' }],
    ['has only a head', Buffer.from('name;site\r\n\r\n'), { code: 'import-empty' }],
    [
      'has broken UTF-8',
      Buffer.concat([Buffer.from('name\nSüd\n'), Buffer.from([0xc3, 0x28])]),
      { code: 'import-encoding', params: { line: 3 } },
    ],
    [
      'ends within UTF-16',
      Buffer.concat([Buffer.from('\uFEFFname\nx', 'utf16le'), Buffer.from([0x41])]),
      { code: 'import-encoding', params: { line: 2 } },
    ],
    ['is a PDF', Buffer.from('%PDF-1.7 …'), { code: 'import-type' }],
    ['is a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), { code: 'import-type' }],
    ['is an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), { code: 'import-type' }],
    ['is binary', Buffer.from('name\n\u0001\u0002'), { code: 'import-type' }],
    [
      'has an open quotation mark',
      Buffer.from('name\n"open\nnext\n'),
      { code: 'import-damaged-row', params: { row: 2 } },
    ],
    [
      'has a half of a letter',
      Buffer.from('\uFEFFname\n\ud800x', 'utf16le'),
      { code: 'import-encoding', params: { line: 2 } },
    ],
    [
      'has a long cell',
      Buffer.from(`name\n${'x'.repeat(10_001)}`),
      { code: 'import-cell-too-long', params: { row: 2, maximum: 10_000 } },
    ],
    [
      'has too many rows',
      Buffer.from(`name\n${'x\n'.repeat(100_000)}`),
      { code: 'import-too-many-rows', params: { maximum: maxRows } },
    ],
    [
      'has too many columns',
      Buffer.from(`name${';x'.repeat(200)}\n1`),
      { code: 'import-too-many-columns', params: { maximum: 200 } },
    ],
    [
      'has too many cells',
      Buffer.from(`name\n${';'.repeat(maxCells)}`),
      { code: 'import-too-many-cells', params: { maximum: maxCells } },
    ],
  ])('is refused by name when it %s', async (_case, bytes, problem) => {
    expect(await problemOf(bytes)).toEqual(problem)
  })
})

describe('a workbook [IMP-1]', () => {
  const heads = [words('Name'), words('Hardware ID'), words('Aktiv')]

  it('is read with text, numbers, truth values and formulas as their last result', async () => {
    const rows = [
      heads,
      [words('=1+1'), number('12'), { type: 'b', content: '<v>1</v>' }],
      [words("'=2"), number('0.30000000000000004'), { type: 'str', content: '<f>A1</f><v>ja</v>' }],
    ]
    expect((await parseFile(workbookOf(sheetOf(rows)))).rows.map(({ cells }) => cells)).toEqual([
      ['=1+1', '12', 'true'],
      ['=2', '0.3', 'ja'],
    ])
  })

  it('marks whole numbers of which the spreadsheet has lost digits', async () => {
    const bytes = workbookOf(
      sheetOf([heads, [words('a'), number('12345678901234568')], [words('b'), number('1.23E+16')]]),
    )
    expect((await parseFile(bytes)).rows.map(({ cells }) => cells[1])).toEqual([
      { lost: '12345678901234568' },
      { lost: '1.23E+16' },
    ])
  })

  it.each<[string, () => Buffer, object]>([
    [
      'is a bomb',
      () => workbookOf(Buffer.alloc(200_000_000, 32)),
      { code: 'import-unpacked-size', params: { maximum: 150 } },
    ],
    [
      'defines entities',
      () => workbookOf(sheetOf([heads, [words('&a;')]], '<!DOCTYPE x [<!ENTITY a "aaaa">]>')),
      { code: 'import-xml-entities' },
    ],
    [
      'has too many cells',
      () => workbookOf(`<worksheet><sheetData>${'<c r="A1"/>'.repeat(maxCells + 1)}</sheetData></worksheet>`),
      { code: 'import-too-many-cells', params: { maximum: maxCells } },
    ],
    [
      'is cut off',
      () => workbookOf(sheetOf([heads, [words('a')]])).subarray(0, 700),
      { code: 'import-workbook-damaged' },
    ],
    ['is another archive', () => workbookOf('', { 'xl/workbook.xml': '<html/>' }), { code: 'import-workbook-damaged' }],
    ['is no XML', () => workbookOf('<worksheet><sheetData><row'), { code: 'import-workbook-damaged' }],
  ])('is refused by name when it %s', async (_case, bytes, problem) => {
    expect(await problemOf(bytes())).toEqual(problem)
  })
})
