import { expect, it } from 'vitest'
import { maySetMaintenance } from './may-set-maintenance.ts'

it.each([
  ['a super manager of a customer who has it', 'Reservation Manager', 'SUPER', ['BASIC_RM', 'MAINTENANCE'], true],
  ['an administrator', 'Admin', 'NORMAL', ['BASIC_ADM'], true],
  ['an ordinary manager', 'Reservation Manager', 'NORMAL', ['BASIC_RM', 'MAINTENANCE'], false],
  ['a super manager of a customer without it', 'Reservation Manager', 'SUPER', ['BASIC_RM'], false],
  ['support', 'Support', 'SUPER', ['BASIC_SUP', 'MAINTENANCE'], false],
] as const)(
  'maintenance is set by super managers and administrators: %s [MAINT-1]',
  (_who, role, type, features, may) => {
    expect(maySetMaintenance({ role, type, features })).toBe(may)
  },
)
