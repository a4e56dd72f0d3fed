/** Returns a typed time of day as HH:MM ("8", "830", "8.30", "8h30" and "8:30" are 08:00 and 08:30); null for nothing, the text itself if it is none. */
export function readTimeOfDay(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:\s*[:.hH]?\s*(\d{2}))?\s*[hH]?$/.exec(text) ?? []
  return hours === '' ? typed : `${hours.padStart(2, '0')}:${minutes}`
}
