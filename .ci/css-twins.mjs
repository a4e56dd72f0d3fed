// Finds rules of CSS modules that stand in more than one of them: classes with the same three or more declarations, in any order. What two
// modules need stands in client/ui/layout.module.css, and they compose it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'

const MIN_DECLARATIONS = 3

/** Compares the rules of all modules of the client and answers whether each stands only once. */
export function checkCss(root) {
  const found = new Map()
  const files = readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.module.css')).sort())
    postcss.parse(readFileSync(join(root, 'client', file), 'utf8')).walkRules((rule) => {
      const declarations = rule.nodes
        .filter(({ type }) => type === 'decl')
        .map(({ prop, value }) => `${prop}: ${value}`)
      if (
        declarations.length < MIN_DECLARATIONS ||
        (rule.parent?.type === 'atrule' && rule.parent.name !== 'layer') ||
        !isClasses(rule)
      )
        return
      const body = declarations.sort().join('; ')
      found.set(body, [...(found.get(body) ?? []), `${file} ${rule.selector.replaceAll(/\s+/g, ' ')}`])
    })
  const twins = [...found].filter(([, places]) => new Set(places.map((place) => place.split(' ')[0])).size > 1)
  const output = twins.map(([body, places]) => `${body}\n${places.map((place) => `  ${place}\n`).join('')}`).join('')
  return { ok: twins.length === 0, output: `${output}${twins.length} rules stand in more than one module` }
}

/** A rule of classes alone can be composed; one of elements below a class cannot. */
function isClasses({ selectors }) {
  return selectors.every((selector) => /^\.[\w-]+$/.test(selector))
}
