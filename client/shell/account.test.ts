import { describe, expect, it } from 'vitest'
import { initials, roleKey } from './account.ts'

describe('account', () => {
  it('calls an RM of type SUPER a Super Reservation Manager, and nobody else', () => {
    expect(roleKey({ role: 'Reservation Manager', type: 'SUPER' })).toBe('shell.role.Super Reservation Manager')
    expect(roleKey({ role: 'Reservation Manager', type: 'NORMAL' })).toBe('shell.role.Reservation Manager')
    expect(roleKey({ role: 'Admin', type: 'SUPER' })).toBe('shell.role.Admin')
  })

  it.each([
    ['Renate Mühlhauser', 'RM'],
    ['Anna Maria von Berg', 'AB'],
    ['émile', 'É'],
    ['  ', ''],
    ['', ''],
  ])('signs %s as %s', (name, sign) => {
    expect(initials(name)).toBe(sign)
  })
})
