import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = `${import.meta.dirname}/../..`

describe('the style sheets', () => {
  it('include that of each Mantine component in use', () => {
    const sheets = readFileSync(`${root}/client/theme/styles.ts`, 'utf8')
    const used = new Set<string>()
    for (const file of readdirSync(`${root}/client`, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tsx'),
    ))
      for (const [, names = ''] of readFileSync(`${root}/client/${file}`, 'utf8').matchAll(
        /import \{([^}]*)\} from '@mantine\/core'/g,
      ))
        for (const name of names.split(',')) used.add(name.trim())
    expect(used.size).toBeGreaterThan(10)
    const missing = [...used].filter(
      (name) =>
        existsSync(`${root}/node_modules/@mantine/core/styles/${name}.layer.css`) &&
        !sheets.includes(`/${name}.layer.css`),
    )
    expect(missing).toEqual([])
  })
})
