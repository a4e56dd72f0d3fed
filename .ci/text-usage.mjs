// Which texts the client's code uses, for texts.mjs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Reads the client's code. Returns whether it names a key as a string, and whether one of its templates can be that key. */
export function readUsage(root) {
  const said = new Set()
  const templates = new Set()
  for (const file of codeFiles(join(root, 'client'))) mentions(readFileSync(file, 'utf8'), file, said, templates)
  const patterns = [...templates].map((source) => new RegExp(`^${source}$`))
  return { isNamed: (key) => said.has(key), isComposed: (key) => patterns.some((pattern) => pattern.test(key)) }
}

function codeFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Collects the strings of a file that may be keys ('ui.close'), and its templates as patterns (`ui.state.${state}`). */
function mentions(source, file, said, templates) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const visit = (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) said.add(node.text)
    if (ts.isTemplateExpression(node) && /^[a-z][a-z-]*\.|^$/.test(node.head.text)) {
      const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
      if (parts[0] !== '') templates.add(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^.]+'))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind))
}
