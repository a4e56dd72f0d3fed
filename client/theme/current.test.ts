import { describe, expect, it } from 'vitest'
import { themeFor } from './current.ts'

describe('the current theme', () => {
  it('is the tenant’s before the host’s, and the default for an unknown name [THEME-1]', () => {
    expect(themeFor({ host: 'campus', tenant: null }).name).toBe('campus')
    expect(themeFor({ host: 'campus', tenant: 'nordkai' }).name).toBe('nordkai')
    expect(themeFor({ host: 'gone', tenant: null }).name).toBe('holdfast')
  })
})
