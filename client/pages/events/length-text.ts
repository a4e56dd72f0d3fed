import { unitMinutes } from '../../i18n/duration.ts'
import { formatLength } from '../../i18n/measures.ts'

const units = ['day', 'hour', 'minute'] as const

/** Returns a length exactly: '29 days, 23 hours, 55 minutes'. */
export function lengthText(minutes: number): string {
  let rest = minutes
  const parts = units.flatMap((unit) => {
    const whole = Math.floor(rest / unitMinutes[unit])
    rest -= whole * unitMinutes[unit]
    return whole === 0 ? [] : [formatLength(whole * unitMinutes[unit], unit)]
  })
  return parts.join(', ')
}
