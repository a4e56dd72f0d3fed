import { describe, expect, it } from 'vitest'
import { commandLog } from '../../contract/control.ts'
import { inputAt, isNarrowed, listAddress, nextSort, readAddress, withoutFilters } from './address.ts'

/** As the route passes it on, and the page reads it. */
const read = (raw: Record<string, unknown>) => readAddress(commandLog, listAddress<typeof commandLog>(raw))

describe('a list in the address of its page', () => {
  it('is a valid input for the server, and nothing invalid in it breaks the page [CTRL-8]', () => {
    for (const raw of [
      {},
      { search: 'HF-ABCD-2345', page: '3', siteId: 7, deviceId: 'x', outcome: 'failed', allowedBy: 'plate' },
      {
        outcome: 'nonsense',
        allowedBy: '',
        from: '2026-13-40',
        until: 'tomorrow',
        runId: 'none',
        page: '-2',
        sort: 'x',
      },
      { page: '10001' },
    ]) {
      const input = inputAt(commandLog, read(raw), 25)
      expect(commandLog.input.safeParse(input).success, JSON.stringify(raw)).toBe(true)
    }
    expect(inputAt(commandLog, read({ siteId: 7, deviceId: 'x', page: '3', sort: 'issuedAt' }), 25)).toEqual({
      filters: { siteId: 7 },
      sort: 'issuedAt',
      page: 3,
      pageSize: 25,
    })
  })

  it('is narrowed by search and filters, not by page and sort; all of them can be cleared at once', () => {
    const narrowed = read({ search: 'box', outcome: 'open', deviceId: 4, page: 2 })
    expect(isNarrowed(commandLog, narrowed)).toBe(true)
    expect(isNarrowed(commandLog, { ...narrowed, ...withoutFilters(commandLog) })).toBe(false)
    expect(isNarrowed(commandLog, { page: 3, sort: 'issuedAt' })).toBe(false)
  })

  it('sorts ascending, then descending; the default order is not in the address', () => {
    expect(nextSort(commandLog, undefined, 'issuedAt')).toBe('issuedAt')
    expect(nextSort(commandLog, 'issuedAt', 'issuedAt')).toBeUndefined()
  })
})
