/** What people are told by mail and SMS, in words that client and server share. */

export const noticeKinds = [
  'reservation-confirmed',
  'reservation-changed',
  'reservation-canceled',
  'reservation-extended',
  'reservation-rebooked',
  'maintenance-not-moved',
  'maintenance-lost-access',
  'maintenance-restored',
  'maintenance-last-try-failed',
  'overstay-begun',
  'overstay-charged',
  'overstay-next-not-moved',
  'overstay-next-freed',
  'gateway-silent',
  'malfunction-opened',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What people switch on and off for themselves; the last one is for operators. */
export const noticeGroups = ['reservations', 'maintenance', 'malfunctions'] as const
export type NoticeGroup = (typeof noticeGroups)[number]
