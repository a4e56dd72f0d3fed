import type { Plugin } from 'vite'
import { defaultTheme, themes } from '../client/theme/themes.ts'
import { palette, type ThemeSeed } from '../client/theme/tokens.ts'
import { themeNames } from '../contract/themes.ts'

type Scheme = 'light' | 'dark'

/** The few colours of a theme that the first paint draws with. */
function colours(seed: ThemeSeed, scheme: Scheme): string {
  const { canvas, line, hover, rail, tones } = palette(seed, scheme)
  const values = { canvas, line, bone: hover, rail: rail.ground, edge: rail.line, mark: tones.brand.solid }
  return Object.entries(values)
    .map(([name, value]) => `--fp-${name}:${value}`)
    .join(';')
}

function rules(name: keyof typeof themes): string {
  const seed = themes[name]
  const root = name === defaultTheme ? ':root' : `:root[data-theme=${name}]`
  const light = colours(seed, 'light')
  const dark = colours(seed, 'dark')
  return [
    `${root}{${light};--fp-radius:${seed.radius}}`,
    `${root}[data-scheme=dark]{${dark}}`,
    `@media (prefers-color-scheme:dark){${root}:not([data-scheme=light]){${dark}}}`,
  ].join('\n')
}

/**
 * For the build: writes the colours of all themes into index.html, which shows the frame of a page until the program draws it. Style
 * sheets of the program are added by before-paint.js: those in the page itself would hold back the first paint.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const sheets = [...html.matchAll(sheetTag)].map(([, href]) => href)
        return {
          html: html.replace(sheetTag, '').replace(script, `${script} data-styles="${sheets.join(' ')}"`),
          tags: [{ tag: 'style', children: `\n${themeNames.map(rules).join('\n')}\n`, injectTo: 'head-prepend' }],
        }
      },
    },
  }
}

const sheetTag = / *<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>\n/g
const script = '<script src="/before-paint.js"'
