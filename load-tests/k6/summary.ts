/** Writes k6's own figures to the runner's file; every scenario exports it. */
export function handleSummary(data: object): Record<string, string> {
  return { [__ENV['SUMMARY'] ?? 'summary.json']: JSON.stringify(data) }
}

/** Returns a setting of the runner. Throws if it is missing. Only while a script is loaded: `data` reads a file. */
export function given(name: string): string {
  const value = __ENV[name]
  if (value === undefined) throw new Error(`${name} is not given: start this by npm run load`)
  return value
}
export const url = given('URL')
/** Factor for time limits. */
export const slack = Number(__ENV['SLACK'] ?? 1)
export const data = (): unknown => JSON.parse(open(given('DATA')))

export const summaryTrendStats = ['avg', 'med', 'p(95)', 'p(99)', 'max']
