import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvName, csvOf } from './csv.ts'

const columns = [
  { title: 'Name', cell: ({ name }: { name: string; value: number | null }) => name },
  { title: 'Value, mean', cell: ({ value }: { name: string; value: number | null }) => value },
]
const fileOf = (name: string, value: number | null = null) => csvOf(columns, [{ name, value }])

describe('a CSV file', () => {
  it('has column names, a decimal point, and empty cells for unknown values [LIVE-5]', () => {
    expect(
      csvOf(columns, [
        { name: 'a', value: -90.5 },
        { name: 'b', value: null },
        { name: 'c', value: Number.NaN },
      ]),
    ).toBe('\uFEFF"Name","Value, mean"\r\n"a","-90.5"\r\n"b",""\r\n"c",""\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@a', '\ta'])('makes %j plain text, and leaves numbers alone [LIVE-5]', (text) => {
    expect(fileOf(text)).toContain(`\r\n"'${text}",`)
    expect(fileOf('a', -1)).toContain('"a","-1"\r\n')
  })

  it('preserves every value, and never contains a formula [LIVE-5]', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ';', '=', '+', '-', '@', '\t', "'", 'é') }),
        (text) => {
          const file = fileOf(text)
          const line = file.slice(file.indexOf('\r\n') + 2)
          const read = (line.match(/^"((?:[^"]|"")*)",""\r\n$/)?.[1] ?? 'unreadable').replaceAll('""', '"')
          const plain = (value: string) => value.replace(/\r\n?/g, '\n').replace(/^'+(?=[=+\-@\t])/gm, '')
          expect(plain(read)).toBe(plain(text))
          expect(read).not.toMatch(/^[=+\-@\t]/m)
          expect(read).not.toContain('\r')
        },
      ),
    )
  })

  it('is named after its content, for every file system [LIVE-5]', () => {
    expect(csvName(['Großer Platz / Süd', '2026-11-01', '', '2026-11-08', 'Im Verlauf'])).toBe(
      'Großer-Platz-Süd_2026-11-01_2026-11-08_Im-Verlauf.csv',
    )
  })
})
