import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { groupOf } from '../client/i18n/text-groups.ts'
import { frenchSpaces } from './french-spaces.ts'

const textFile = /[\\/](?:i18n[\\/]([\w-]+)|(refusal-texts))[\\/](\w+)\.json$/

/** For the build: compiles messages, so that browsers need no parser of ICU messages, and sets the spaces of French. */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    enforce: 'pre',
    config: () => ({
      json: { stringify: true },
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': join(
            import.meta.dirname,
            '../node_modules/@formatjs/icu-messageformat-parser/no-parser.js',
          ),
        },
      },
    }),
    transform(code, id) {
      const language = textFile.exec(id)?.[3]
      return language === undefined ? null : { code: compile(language === 'fr' ? frenchSpaces(code) : code), map: null }
    },
  }
}

function compile(json: string): string {
  const texts = Object.entries(JSON.parse(json) as Record<string, string>)
  const compiled = texts.map(([key, text]) => [key, text.includes('{') ? parse(text, { ignoreTag: true }) : text])
  return JSON.stringify(Object.fromEntries(compiled))
}

/** Returns the name of the file that texts are put into, one for each part and language; null for other modules. */
export function textChunk(id: string): string | null {
  const [, area, refusals, language] = textFile.exec(id) ?? []
  return language === undefined
    ? null
    : `texts-${groupOf(refusals === undefined ? (area ?? '') : 'refusal')}-${language}`
}
