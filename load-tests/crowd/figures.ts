import { judge } from './evaluate.ts'
import { counted, type Host, timed } from './follow.ts'
import { Trend } from './trend.ts'

/** One metric of a summary: values by name (count, rate, p(95), …), and the thresholds that it has and reached. */
export interface Metric {
  readonly type: string
  readonly values: Readonly<Record<string, number>>
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>
}
/** Summary of a run, in k6's format. */
export interface Summary {
  readonly metrics: Readonly<Record<string, Metric>>
}

/** Collects what watchers count, time and check, and sums it up like k6. */
export interface Figures extends Pick<Host, 'count' | 'time' | 'check'> {
  summary(thresholds: Readonly<Record<string, readonly string[]>>, seconds: number): Summary
}

export function createFigures(): Figures {
  const counts = new Map<string, number>(counted.map((name) => [name, 0]))
  const trends = new Map<string, Trend>(timed.map((name) => [name, new Trend()]))
  let [passes, fails] = [0, 0]
  return {
    count: (what, by) => void counts.set(what, (counts.get(what) ?? 0) + by),
    time: (what, ms) => trends.get(what)?.add(ms),
    check(_name, ok) {
      if (ok) passes += 1
      else fails += 1
    },
    summary(thresholds, seconds) {
      const made: [string, string, Record<string, number>][] = [
        ['checks', 'rate', passes + fails === 0 ? {} : { rate: passes / (passes + fails), passes, fails }],
        ...[...counts].map(([name, count]): [string, string, Record<string, number>] => [
          name,
          'counter',
          { count, rate: count / seconds },
        ]),
        ...[...trends].map(([name, trend]): [string, string, Record<string, number>] => [
          name,
          'trend',
          trend.values(),
        ]),
      ]
      const metrics = made.map(([name, type, values]): [string, Metric] => {
        const wanted = thresholds[name]
        return [name, { type, values, ...(wanted ? { thresholds: judge(values, wanted) } : {}) }]
      })
      return { metrics: Object.fromEntries(metrics) }
    },
  }
}
