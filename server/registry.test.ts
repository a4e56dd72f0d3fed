import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands, queries, watches } from '../contract/registry.ts'
import { projectRoot } from './kernel/project-root.ts'
import { registry } from './registry.ts'

const root = projectRoot(import.meta.dirname)
const filesOf = (room: string): string[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${room}/${file}`)
const contract = filesOf('contract').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const server = filesOf('server')
const names = [...commands, ...queries, ...watches].map((def) => def.name)
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe('the name of a definition leads to its files', () => {
  it.each(names)('%s', (name) => {
    const [domain = '', verb = ''] = name.split('.').map(kebab)
    const declares = new RegExp(`(^  name: |^export const \\w+ = listOf\\()'${name.replace('.', '\\.')}'`, 'm')
    const declaring = contract.filter(({ text }) => declares.test(text)).map(({ path }) => path)
    expect(declaring).toHaveLength(1)
    expect(declaring[0]).toMatch(new RegExp(`^contract/${domain}[./]`))
    const handling = server.filter((path) => path.startsWith(`server/${domain}/`) && path.endsWith(`/${verb}.ts`))
    expect(handling).toHaveLength(1)
  })

  it('and each is declared once and handled', () => {
    expect(new Set(names).size).toBe(names.length)
    const handlers = registry()
    const handled = [...handlers.commands.keys(), ...handlers.queries.keys(), ...handlers.watches.keys()]
    expect(handled.sort()).toEqual([...names].sort())
  })
})
