import { useSyncExternalStore } from 'react'
import { formatAge, formatDateTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { onTick, serverNow } from './clock.ts'

const everyFiveSeconds = (listener: () => void) => onTick(5_000, listener)

/**
 * The age of something ('vor 3 Min.'), updating by itself: only this text is rendered again, and only when it changes.
 * `at` ISO string, ms or null (never); the tooltip has the full time in the site's zone.
 */
export function Age({ at, zone }: { at: string | number | null; zone?: string | undefined }) {
  const t = useT()
  const moment = at === null ? null : typeof at === 'number' ? at : Date.parse(at)
  const text = useSyncExternalStore(everyFiveSeconds, () =>
    moment === null ? t('ui.age.never') : (formatAge(moment, serverNow()) ?? t('ui.age.now')),
  )
  if (moment === null) return <span>{text}</span>
  return (
    <time dateTime={new Date(moment).toISOString()} title={formatDateTime(moment, zone, { seconds: true })}>
      {text}
    </time>
  )
}
