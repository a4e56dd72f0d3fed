import { type DurationUnit, unitMinutes } from './duration.ts'
import { formatUnit } from './format.ts'
import { i18n } from './i18n.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** Bytes as people read them, with three places that count: '1.53 GB'. */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(bytes))) / 3)))
  const value = bytes / 1_000 ** step
  return formatUnit(value, units[step] ?? 'B', step === 0 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)
}

/** '350 m', '1.2 km'. */
export function formatDistance(metres: number): string {
  if (metres < 1_000) return formatUnit(Math.round(metres / 10) * 10, 'm', 0)
  return formatUnit(metres / 1_000, 'km', metres < 10_000 ? 1 : 0)
}

/** '15 minutes', '1.5 hours', '2 weeks' in the language on screen. */
export function formatLength(minutes: number, unit: DurationUnit): string {
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(i18n.language, options).format(minutes / unitMinutes[unit])
}

/** '15 minutes', '2 hours', '1 hour, 30 minutes', '3 days' in the language on screen; whole minutes. */
export function formatDuration(minutes: number): string {
  const say = (value: number, unit: 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  if (minutes % 1_440 === 0 && minutes > 0) return say(minutes / 1_440, 'day')
  const hours = Math.floor(minutes / 60)
  const parts = [
    ...(hours > 0 ? [say(hours, 'hour')] : []),
    ...(minutes % 60 > 0 || hours === 0 ? [say(minutes % 60, 'minute')] : []),
  ]
  return new Intl.ListFormat(i18n.language, { type: 'unit', style: 'long' }).format(parts)
}
