import { describe, expect, it } from 'vitest'
import type { Role } from '../../contract/features.ts'
import { initials, roleOf } from './account.ts'

describe('account', () => {
  it('calls an RM of type SUPER a Super Reservation Manager, and nobody else', () => {
    const named = (role: Role, type: 'SUPER' | 'NORMAL', roleName: string | null = null) =>
      roleOf({ role, type, roleName }, (key) => key)
    expect(named('Reservation Manager', 'SUPER')).toBe('shell.role.Super Reservation Manager')
    expect(named('Reservation Manager', 'NORMAL')).toBe('shell.role.Reservation Manager')
    expect(named('Admin', 'SUPER')).toBe('shell.role.Admin')
    expect(named('Visitor', 'NORMAL', 'Residents')).toBe('Residents')
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
