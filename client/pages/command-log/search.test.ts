import { expect, it } from 'vitest'
import { isWholeCode } from './search.ts'

it('a complete support code is distinguished from a part of one', () => {
  expect(isWholeCode(' hf-7k2m-abcd ')).toBe(true)
  for (const text of ['', 'HF-7K2M', 'HF-7K2M-ABC', '7K2M-ABCD']) expect(isWholeCode(text)).toBe(false)
})
