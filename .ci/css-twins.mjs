// Checks CSS modules. A rule body with three or more declarations must stand in one module only: what two modules need is in
// client/ui/layout.module.css, and they compose it. And modules select by class, attribute and state, never by element: an element of
// another component that comes to stand inside would be styled too.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'

const MIN_DECLARATIONS = 3

/** Compares the rules of all modules of the client and returns whether each stands only once and none selects elements. */
export function checkCss(root) {
  const bodies = new Map()
  const byElement = []
  const files = readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.module.css')).sort())
    postcss.parse(readFileSync(join(root, 'client', file), 'utf8'), { from: file }).walkRules((rule) => {
      if (rule.parent?.name === 'keyframes') return
      const selector = rule.selector.replaceAll(/\s+/g, ' ')
      if (selectsElements(selector)) byElement.push(`${file}:${rule.source.start.line} ${selector}`)
      // Inside of a media or container query a rule cannot be composed.
      if (rule.parent?.type === 'atrule' && rule.parent.name !== 'layer') return
      const declarations = rule.nodes
        .filter(({ type, prop }) => type === 'decl' && prop !== 'composes')
        .map(({ prop, value }) => `${prop}: ${value}`)
      if (declarations.length < MIN_DECLARATIONS) return
      const body = declarations.sort().join('; ')
      bodies.set(body, [...(bodies.get(body) ?? []), { file, selector }])
    })
  const twins = [...bodies].filter(([, places]) => places.length > 1)
  const output = [
    ...twins.map(([body, places]) => [body, ...places.map(({ file, selector }) => `  ${file} ${selector}`)].join('\n')),
    ...byElement.map((place) => `${place}\n  selects an element: give it a class`),
    `${twins.length} rules stand more than once, ${byElement.length} select elements`,
  ]
  return { ok: twins.length === 0 && byElement.length === 0, output: output.join('\n') }
}

/** Whether a selector names an element anywhere, also inside of :is() or :not(). */
function selectsElements(selector) {
  const names = selector
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/::?[\w-]+/g, ' ')
    .replaceAll(/\.[\w-]+/g, ' ')
  return /[a-z]/i.test(names)
}
