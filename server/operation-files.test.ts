import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadConfig, settings } from './kernel/config.ts'
import { createMetrics } from './kernel/metrics.ts'

const file = (name: string) => readFileSync(new URL(`../docs/operations/${name}`, import.meta.url), 'utf8')

describe('the files of docs/operations', () => {
  it.each(['alerts.yml', 'grafana.json'])('%s asks for figures that the portal has [OPS-4]', async (name) => {
    const asked = new Set(file(name).match(/\b(holdfast|nodejs|process)_[a-z0-9_]+/g))
    const there = (await createMetrics().registry.getMetricsAsJSON()).flatMap(({ name }) =>
      ['', '_bucket', '_sum', '_count'].map((end) => name + end),
    )
    expect(asked.size).toBeGreaterThan(5)
    expect([...asked].filter((each) => !there.includes(each))).toEqual([])
  })

  it('compose.yaml gives settings that there are, and every role to somebody [OPS-3]', () => {
    const compose = file('compose.yaml')
    const given = new Set([...compose.matchAll(/\b([A-Z][A-Z_]+): /g)].map(([, name = '']) => name))
    expect([...given].filter((name) => !settings.includes(name) && !name.startsWith('POSTGRES_'))).toEqual([])
    const roles = [...compose.matchAll(/HOLDFAST_ROLES: '?([a-z]+(?:,[a-z]+)*)/g)].flatMap(
      ([, HOLDFAST_ROLES = '']) => [
        ...loadConfig({ DATABASE_URL: 'postgres://database/holdfast', HOLDFAST_ROLES }, '1.0.0').roles,
      ],
    )
    expect(roles.toSorted()).toEqual(['ingest', 'jobs', 'relay', 'web'])
  })
})
