import fc from 'fast-check'
import { expect, it } from 'vitest'
import { thresholds } from '../k6/thresholds.ts'
import { judge } from './evaluate.ts'
import { createFigures } from './figures.ts'
import { Trend } from './trend.ts'

it('percentiles are those of the sorted values themselves [OPS-5]', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2_000), { minLength: 1, maxLength: 300 }), (times) => {
      const trend = new Trend()
      for (const ms of times) trend.add(ms)
      const sorted = times.toSorted((a, b) => a - b)
      const values = trend.values()
      for (const [name, share] of Object.entries({ med: 0.5, 'p(95)': 0.95, 'p(99)': 0.99, max: 1 })) {
        const place = share * (sorted.length - 1)
        const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
        expect(values[name], name).toBeCloseTo(below + (above - below) * (place % 1), 6)
      }
      expect(values['avg']).toBeCloseTo(times.reduce((sum, ms) => sum + ms, 0) / times.length, 6)
    }),
  )
})

it('thresholds are checked against the results, and a metric that was never measured misses them [OPS-5]', () => {
  const judged = judge({ 'p(95)': 99.5, count: 0, rate: 1 }, ['p(95)<100', 'p(95)<99', 'count==0', 'rate>=1', 'max<5'])
  expect(Object.values(judged).map(({ ok }) => ok)).toEqual([true, false, true, true, false])
  expect(judge({ rate: 0.999 }, ['rate>0.999', 'rate<=0.999', 'rate==1'])).toMatchObject({
    'rate>0.999': { ok: false },
    'rate<=0.999': { ok: true },
    'rate==1': { ok: false },
  })
  for (const text of ['', 'p(95)', 'p(95)<', 'p(95)=1', 'rate==many'])
    expect(() => judge({}, [text]), text).toThrow('no threshold')
})

it('a summary has all counts and times of the watchers, and the thresholds of its scenario [OPS-5]', () => {
  const figures = createFigures()
  for (let ms = 1; ms <= 200; ms += 1) figures.time('push_ms', ms)
  figures.count('changes_seen', 30)
  figures.count('changes_seen', 10)
  figures.check('a', true)
  const { metrics } = figures.summary(thresholds(1)['dashboard-fanout'], 20)
  expect(metrics['changes_seen']).toEqual({ type: 'counter', values: { count: 40, rate: 2 } })
  expect(metrics['push_ms']?.values).toMatchObject({ med: 100.5, max: 200 })
  expect(metrics['push_ms']?.thresholds).toEqual({ 'p(95)<100': { ok: false }, 'p(99)<250': { ok: true } })
  expect(metrics['missing']?.thresholds).toEqual({ 'count==0': { ok: true } })
  expect(metrics['checks']).toMatchObject({ values: { rate: 1 }, thresholds: { 'rate==1': { ok: true } } })
  expect(metrics['synced_at']?.values).toEqual({})

  figures.check('b', false)
  figures.count('missing', 1)
  const later = figures.summary(thresholds(2)['dashboard-fanout'], 20).metrics
  expect(later['checks']?.thresholds).toEqual({ 'rate==1': { ok: false } })
  expect(later['missing']?.thresholds).toEqual({ 'count==0': { ok: false } })
  expect(later['push_ms']?.thresholds).toEqual({ 'p(95)<200': { ok: true }, 'p(99)<500': { ok: true } })
  const untimed = figures.summary(thresholds(Number.POSITIVE_INFINITY)['dashboard-fanout'], 20).metrics
  expect(untimed['push_ms']?.thresholds).toEqual({ 'p(95)>=0': { ok: true }, 'p(99)>=0': { ok: true } })
  expect(untimed['missing']?.thresholds).toEqual({ 'count==0': { ok: false } })
})
