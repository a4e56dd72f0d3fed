import type { StatisticStep } from '../../../contract/statistics.ts'
import { formatNumber, formatUnit } from '../../i18n/format.ts'
import { i18n, type useT } from '../../i18n/i18n.ts'

type T = ReturnType<typeof useT>

/** '42 %' of a share; little ones keep a digit more. */
export const percent = (share: number, digits = Math.abs(share) < 0.01 ? 2 : 1) => formatUnit(share * 100, '%', digits)

/** '90 min', '7.5 h'. */
export const duration = (minutes: number) =>
  minutes < 120 ? formatUnit(minutes, 'min', 0) : formatUnit(minutes / 60, 'h', 1)

export const count = (value: number) => formatNumber(value, 0)

const dates = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, options)

/** A step by its name: 'Sat 21/11, 14:00', 'Sat 21/11/2026', 'week from 16/11/2026', 'November 2026'. */
export function stepName(step: StatisticStep, at: number, timeZone: string, t: T): string {
  const day = { day: '2-digit', month: '2-digit', timeZone } as const
  switch (step) {
    case 'hour':
      return dates({ ...day, weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(at)
    case 'day':
      return dates({ ...day, weekday: 'short', year: 'numeric' }).format(at)
    case 'week':
      return t('statistics.step.from', { date: dates({ ...day, year: 'numeric' }).format(at) })
    case 'month':
      return dates({ month: 'long', year: 'numeric', timeZone }).format(at)
  }
}

/** 1 = Monday: 'Mon' or 'Monday'. */
export function weekdayName(weekday: number, length: 'short' | 'long'): string {
  // 1 January 2024 was a Monday.
  return dates({ weekday: length, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday, 12))
}

/** '14:00 – 15:00'. */
export const hourName = (hour: number) => `${hourMark(hour)}:00 – ${hourMark((hour + 1) % 24)}:00`
export const hourMark = (hour: number) => String(hour).padStart(2, '0')
