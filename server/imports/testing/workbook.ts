import { crc32, deflateRawSync } from 'node:zlib'

const rels = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
/** Parts of a minimal workbook with one sheet. */
const parts = (sheet: string): Record<string, string> => ({
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${rels}<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${rels}<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': sheet,
})

/** Returns a sheet of these rows; each cell is the XML of a `<c>` element's content with its type. */
export function sheetOf(rows: readonly (readonly { type: string; content: string }[])[], prolog = ''): string {
  const cells = (row: readonly { type: string; content: string }[], at: number) =>
    row.map(
      ({ type, content }, column) => `<c r="${String.fromCharCode(65 + column)}${at + 1}" t="${type}">${content}</c>`,
    )
  const lines = rows.map((row, at) => `<row r="${at + 1}">${cells(row, at).join('')}</row>`)
  return `<?xml version="1.0"?>${prolog}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`
}
export const words = (text: string) => ({ type: 'inlineStr', content: `<is><t>${text}</t></is>` })
export const number = (text: string) => ({ type: 'n', content: `<v>${text}</v>` })

/** Returns a workbook whose only sheet is this XML. */
export function workbookOf(sheet: string | Buffer, more: Record<string, string> = {}): Buffer {
  const files: Record<string, string | Buffer> = { ...parts(''), 'xl/worksheets/sheet1.xml': sheet, ...more }
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content)
    const data = deflateRawSync(plain)
    const title = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(plain), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(plain.length, 18)
    shared.writeUInt16LE(title.length, 22)
    const body = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, title, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), shared, tail, title]))
    bodies.push(body)
    offset += body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}
