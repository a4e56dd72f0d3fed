import { describe, expect, it } from 'vitest'
import { commandLog } from '../../../contract/control.ts'
import { commandLogInput, isNarrowed, isWholeCode, withoutFilters } from './filter.ts'
import { commandLogSearch } from './search.ts'

describe('the filters of the command log', () => {
  it('ask for the days of the reader, whole, also over a change of the clock [CTRL-8]', () => {
    const input = commandLogInput({ from: '2026-10-25', until: '2026-10-25' }, 'Europe/Berlin')
    expect(input).toMatchObject({ from: '2026-10-24T22:00:00.000Z', until: '2026-10-25T22:59:59.999Z', page: 1 })
  })

  it('of any address are an input that the server takes, and nothing wrong in it breaks the page [CTRL-8]', () => {
    for (const raw of [
      {},
      { query: 'HF-ABCD-2345', page: '3', site: '7', device: 'x', outcome: 'failed', why: 'plate' },
      { outcome: 'nonsense', why: '', from: '2026-13-40', until: 'tomorrow', run: 'none', page: '-2' },
    ]) {
      const input = commandLogInput(commandLogSearch.parse(raw), 'Europe/Berlin')
      expect(commandLog.input.safeParse(input).success).toBe(true)
    }
  })

  it('know a whole support code from a part of one', () => {
    expect(isWholeCode(' hf-7k2m-abcd ')).toBe(true)
    for (const text of ['', 'HF-7K2M', 'HF-7K2M-ABC', '7K2M-ABCD']) expect(isWholeCode(text)).toBe(false)
  })

  it('are all taken away at once', () => {
    const search = commandLogSearch.parse({ query: 'box', outcome: 'open', device: '4', page: '2' })
    expect(isNarrowed(search)).toBe(true)
    expect(isNarrowed({ ...search, ...withoutFilters })).toBe(false)
    expect(isNarrowed({ page: 3 })).toBe(false)
  })
})
