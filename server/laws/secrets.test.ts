import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../kernel/project-root.ts'

const root = projectRoot(import.meta.dirname)
const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, 'server', path), 'utf8') }))
const where = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort()

it('whatever the server draws comes from the generator of the operating system [ASVS V6.5.3] [ASVS V11.5.1]', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(where(/Math\.random/)).toEqual([])
})

it('secrets are compared in constant time, or found in the database by their hash [ASVS V11.2.4]', () => {
  expect(where(/timingSafeEqual\(/)).toEqual([
    'control/events/pin.ts',
    'control/qr.ts',
    'http/health.ts',
    'payment-provider/sign.ts',
    'session/setup.ts',
  ])
  const byLetter = /\b\w*(hash|mac|signature|digest|secret|token|pin)\)? [!=]==? (?!undefined|null|'')/i
  expect(where(byLetter)).toEqual([])
  expect(byLetter.test('if (givenToken === token)')).toBe(true)
})

it('no row of the audit trail is changed but by the command that it is about [ASVS V16.4.2]', () => {
  const rest = String.raw`(?:[^\n]|\n +(?=\.)){0,300}\.(update|patch|delete|del|truncate)\w*\(`
  const changes = new RegExp(
    String.raw`\b(update|delete from|truncate) commands\b|\('commands'\)${rest}|\bCommand\.query\(${rest}`,
    'i',
  )
  expect(where(changes)).toEqual(['kernel/bus/dispatch.ts'])
  expect(changes.test("await trx('commands')\n    .where({ id })\n    .delete()")).toBe(true)
})
