import { describe, expect, it } from 'vitest'
import { isBadValue, isUnavailable } from './unavailable.ts'

const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {})

describe('what was thrown', () => {
  it.each([
    ['Query read timeout', undefined, true],
    ['Knex: Timeout acquiring a connection. The pool is probably full.', undefined, true],
    ['aborted', undefined, true],
    ['disk full', '53100', true],
    ['canceling statement due to statement timeout', '57014', true],
    ['terminating connection due to administrator command', '57P01', true],
    ['current transaction is aborted, commands ignored until end of transaction block', '25P02', false],
    ['duplicate key value violates unique constraint', '23505', false],
    ['a bug', undefined, false],
  ])('%s (%s): unavailable %s', (message, code, expected) => {
    expect(isUnavailable(failure(message, code))).toBe(expected)
  })

  it('only class 22 is a value that cannot be stored', () => {
    expect(isBadValue(failure('unsupported Unicode escape sequence', '22P05'))).toBe(true)
    expect(isBadValue(failure('out of range', '22003'))).toBe(true)
    expect(isBadValue(failure('a bug'))).toBe(false)
    expect(isBadValue('22003')).toBe(false)
  })
})
