const compare: Readonly<Record<string, (found: number, wanted: number) => boolean>> = {
  '==': (found, wanted) => found === wanted,
  '<': (found, wanted) => found < wanted,
  '<=': (found, wanted) => found <= wanted,
  '>': (found, wanted) => found > wanted,
  '>=': (found, wanted) => found >= wanted,
}

/**
 * Evaluates thresholds in k6's notation: "p(95)<100". A metric that was never measured reaches none. Throws for an
 * unreadable threshold.
 */
export function judge(
  values: Readonly<Record<string, number>>,
  thresholds: readonly string[],
): Record<string, { ok: boolean }> {
  return Object.fromEntries(
    thresholds.map((text) => {
      const [, name = '', sign = '', bound = ''] = /^([^<>=]+)(==|<=|>=|<|>)(.+)$/.exec(text) ?? []
      const holds = compare[sign]
      if (!holds || bound.trim() === '' || Number.isNaN(Number(bound))) throw new Error(`no threshold: "${text}"`)
      const found = values[name.trim()]
      return [text, { ok: found !== undefined && holds(found, Number(bound)) }]
    }),
  )
}
