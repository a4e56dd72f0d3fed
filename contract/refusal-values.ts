type Params = Readonly<Record<string, string | number>>

/**
 * Returns the values for a refusal's text: its params, and for a length in minutes the largest unit that gives a whole
 * number: 43,200 minutes are 30 days.
 */
export function refusalValues(params: Params = {}): Params {
  const minutes = params['minutes'] ?? params['slotMinutes']
  if (typeof minutes !== 'number') return params
  const [unit, size] = minutes % 1_440 === 0 ? ['day', 1_440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1]
  return { ...params, unit, count: minutes / size }
}
