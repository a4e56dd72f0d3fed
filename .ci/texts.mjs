// The texts of screens, refusals and messages: written types, and what every language must hold. For start.mjs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPluralElement, isSelectElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { readUsage } from './text-usage.mjs'

const languages = ['en', 'de', 'fr', 'it']
const i18n = join('client', 'i18n')
const written = '// Written by `npm run texts`. Do not edit.\n'

/** Returns all folders of texts: the areas of the client, and those of other rooms. */
function folders(root) {
  const areas = areaNames(root).map((area) => ({ name: area, path: join(i18n, area), area: true }))
  return [
    ...areas,
    { name: 'refusal', path: join('contract', 'refusal-texts'), area: false },
    { name: 'message', path: join('server', 'messages', 'texts'), area: false },
    { name: 'head', path: join('server', 'lists', 'heads'), area: false },
  ]
}

function areaNames(root) {
  return readdirSync(join(root, i18n), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** Writes the types of all texts again. Returns the files that changed. */
export function writeTypes(root) {
  const stale = staleTypes(root)
  for (const { path, content } of stale) writeFileSync(join(root, path), content)
  return stale.map(({ path }) => path)
}

/** Checks all texts: same keys and parameters in all languages, valid ICU, each used, nothing said twice, written types up to date. */
export async function checkTexts(root) {
  const problems = []
  for (const { name, path } of folders(root)) problems.push(...problemsOf(name, readLanguages(root, path)))
  if (problems.length === 0) {
    for (const { path } of staleTypes(root)) problems.push(`${path} is not up to date: npm run texts`)
    problems.push(...usageProblems(root))
  }
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/** Finds texts of the client that nothing uses, and those that stand twice although code names each by its own key. */
function usageProblems(root) {
  const { isNamed, isComposed } = readUsage(root)
  const problems = []
  const keysOf = new Map()
  for (const area of areaNames(root)) {
    const texts = readLanguages(root, join(i18n, area))
    for (const name of Object.keys(texts.en)) {
      const key = `${area}.${name}`
      if (!isNamed(key) && !isComposed(key)) problems.push(`${key} is not used`)
      if (!isNamed(key) || isComposed(key)) continue
      const all = JSON.stringify(languages.map((language) => texts[language][name]))
      keysOf.set(all, [...(keysOf.get(all) ?? []), key])
    }
  }
  for (const keys of keysOf.values())
    if (keys.length > 1) problems.push(`${keys.join(', ')} say the same: keep one, in common if several areas need it`)
  return problems
}

function readLanguages(root, path) {
  return Object.fromEntries(
    languages.map((language) => [language, JSON.parse(readFileSync(join(root, path, `${language}.json`), 'utf8'))]),
  )
}

function problemsOf(name, texts) {
  const problems = []
  const keys = Object.keys(texts.en)
  for (const language of languages) {
    const own = Object.keys(texts[language])
    const where = (key) => `${name}.${key} (${language})`
    for (const key of keys) if (!Object.hasOwn(texts[language], key)) problems.push(`${where(key)} is missing`)
    for (const key of own) if (!Object.hasOwn(texts.en, key)) problems.push(`${where(key)} has no English text`)
    if (problems.length === 0 && own.join() !== keys.join())
      problems.push(`${name} (${language}): keys are not in the order of the English ones`)
    for (const key of own) {
      const text = texts[language][key]
      if (typeof text !== 'string' || text.trim() === '') problems.push(`${where(key)} is not a text`)
      else
        try {
          if (Object.hasOwn(texts.en, key) && namesOf(text) !== namesOf(texts.en[key]))
            problems.push(`${where(key)} has other parameters than the English text`)
        } catch (error) {
          problems.push(`${where(key)} is not valid ICU: ${error.message}`)
        }
    }
  }
  return problems
}

const namesOf = (text) => [...paramsOf(text).keys()].sort((a, b) => a.localeCompare(b)).join()

/** Returns the parameters of a message, nested ones too, with their types: 'count' → 'number'. */
function paramsOf(text, found = new Map()) {
  const visit = (elements) => {
    for (const element of elements) {
      if ([TYPE.literal, TYPE.pound].includes(element.type)) continue
      const type = typeOf(element)
      if (found.get(element.value) !== 'number') found.set(element.value, type)
      if (isPluralElement(element) || isSelectElement(element))
        for (const option of Object.values(element.options)) visit(option.value)
    }
  }
  if (text.includes('{')) visit(parse(text, { ignoreTag: true }))
  return found
}

function typeOf({ type }) {
  if (type === TYPE.plural || type === TYPE.number) return 'number'
  if (type === TYPE.date || type === TYPE.time) return 'Date'
  return type === TYPE.select ? 'string' : 'string | number'
}

/** Returns the files of types that are not what the texts say, with what they must hold. */
function staleTypes(root) {
  const areas = areaNames(root)
  const files = [{ path: join(i18n, 'area-list.ts'), content: areaList(areas) }]
  for (const area of areas) {
    const texts = readLanguages(root, join(i18n, area))
    files.push({ path: join(i18n, area, 'params.ts'), content: paramTypes(texts) })
  }
  return files.filter(
    ({ path, content }) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== content,
  )
}

const quoted = (name) => (/^[a-zA-Z]\w*$/.test(name) ? name : `'${name}'`)
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())

function areaList(areas) {
  const keys = areas.map((area) => `import type ${camel(area)} from './${area}/en.json'`)
  const params = areas.map((area) => `import type { Params as ${camel(area)}Params } from './${area}/params.ts'`)
  const sorted = areas.flatMap((_, at) => [keys[at], params[at]]).join('\n')
  const members = (suffix, prefix) =>
    areas.map((area) => `  ${quoted(area)}: ${prefix}${camel(area)}${suffix}`).join('\n')
  return `${written}${sorted}

/** The texts of each area. */
export interface Areas {
${members('', 'typeof ')}
}

/** The parameters of the texts of each area. */
export interface AreaParams {
${members('Params', '')}
}
`
}

function paramTypes(texts) {
  const lines = Object.keys(texts.en).flatMap((key) => {
    const found = new Map()
    for (const language of languages) paramsOf(texts[language][key] ?? '', found)
    const params = [...found].map(([name, type]) => `${quoted(name)}: ${type}`)
    return params.length === 0 ? [] : [`  ${quoted(key)}: { ${params.join('; ')} }`]
  })
  return `${written}/** The parameters of the texts of this area. */
export interface Params {${lines.length === 0 ? '' : `\n${lines.join('\n')}\n`}}
`
}
