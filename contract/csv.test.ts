import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a row of a CSV file', () => {
  it('quotes every cell, so that separators, quotes and line breaks stay inside', () => {
    expect(csvLine(['a', 'b;c', 'd,e', 'say "hi"', 'two\nlines', null, 1.5, true], ';')).toBe(
      '"a";"b;c";"d,e";"say ""hi""";"two\nlines";"";"1.5";"true"\r\n',
    )
  })

  it('turns no line of a text into a formula, whatever the line break', () => {
    expect(csvLine(['=1+1', '+49', '-x', '@x', '\tx'], ',')).toBe(`"'=1+1","'+49","'-x","'@x","'\tx"\r\n`)
    for (const lineBreak of ['\n', '\r\n', '\r'])
      expect(csvLine([`x${lineBreak}=cmd|' /C calc'!A0`], ',')).toBe(`"x\n'=cmd|' /C calc'!A0"\r\n`)
  })

  it('leaves numbers unchanged, and writes nothing for an invalid one', () => {
    expect(csvLine([-5, Number.NaN], ';')).toBe('"-5";""\r\n')
  })
})
