// Words that we do not use, for `npm run check`: docs/glossary.md says what to write instead.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names of code: [what, what to write]. */
const names = [
  [/\b(most|least)[A-Z]\w*/g, 'maxX, minX'],
  [/\bfunction tell\w*|\btell[A-Z]\w*/g, 'publishX, notifyX, queueX, sendCommand'],
  [/\bjudge[A-Z]\w*/g, 'checkX, evaluateX'],
  [/\blapse\w*/g, 'expire, expired'],
  [/\binOneGo\b|\bcommittedInOneGo\b/g, 'pipelined'],
  [/\bisThere\b/g, 'exists'],
  [/\bwhenBack\b/g, 'retryUntilAvailable'],
  [/\bsettle(d)?DeviceCommands?\b/g, 'applyCommandOutcomes'],
]
/** Phrases of comments and test titles. */
const phrases = [
  [/\bAnswers\b|; answers\b/g, 'Returns'],
  [/\bWhat (came|became) of\b/g, 'The outcome of'],
  [/\bwith what (a|the) test wants\b/g, 'with overrides'],
  [/\bwish(es|ed)?\b/gi, 'request, want'],
  [/\banew\b/gi, 'again'],
  [/\bin one go\b/gi, 'together, at once'],
  [/\bSo (many|much|long|often)\b/g, 'Maximum …, Number of …'],
]

const comment = /^\s*(\/\/|\/?\*)/
const title = /\b(it|test|describe)(\.\w+)?\(['"`]/

/** Finds the worst habits in code, comments and test titles; texts of screens are not looked at. */
export function checkWords(root) {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && file !== '.ci/words.mjs')
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        [...names, ...(comment.test(line) || title.test(line) ? phrases : [])].flatMap(([pattern, better]) =>
          [...line.matchAll(pattern)].map(([word]) => `${file}:${at + 1}: "${word}", write ${better}`),
        ),
      ),
  )
  return { ok: found.length === 0 && files.length > 500, output: found.join('\n') || `${files.length} files read` }
}
