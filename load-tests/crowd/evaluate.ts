const compare: Readonly<Record<string, (found: number, wanted: number) => boolean>> = {
  '==': (found, wanted) => found === wanted,
  '<': (found, wanted) => found < wanted,
  '<=': (found, wanted) => found <= wanted,
  '>': (found, wanted) => found > wanted,
  '>=': (found, wanted) => found >= wanted,
}

/** Judges thresholds as k6 writes them: "p(95)<100". What was never measured reaches none; what cannot be read is thrown. */
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
