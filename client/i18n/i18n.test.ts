import { IntlMessageFormat } from 'intl-messageformat'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { refusals } from '../../contract/refusals.ts'
import { type Language, languages } from '../../contract/session.ts'
import { loadGroup } from './catalogue.ts'
import { adoptUserLanguage, chooseLanguage, i18n, persistLanguageWith, refusalText, showLanguage, t } from './i18n.ts'
import { textGroups } from './text-groups.ts'

/** Number of words of a sentence, without ICU syntax and parameters. */
function wordsOf(text: string): number {
  const words = text.replace(/\w+, (plural|select|selectordinal),|\{\w+\}|\b\w+ (?=\{)|[{}#]/g, ' ')
  return words.match(/\p{L}+/gu)?.length ?? 0
}

/** All texts of a language. */
async function textsOf(language: Language): Promise<Map<string, string>> {
  const parts = await Promise.all(textGroups.map((group) => loadGroup(language, group)))
  return new Map(
    parts.flatMap((part) =>
      [...part].map(
        ([key, message]) => [key, typeof message === 'string' ? message : JSON.stringify(message)] as const,
      ),
    ),
  )
}
const bundles: Record<Language, Map<string, string>> = {
  de: await textsOf('de'),
  en: await textsOf('en'),
  fr: await textsOf('fr'),
  it: await textsOf('it'),
}
const en = bundles.en

/** Names and ICU types of all arguments of a message, including nested ones. */
function argumentsOf(text: string, language: Language): string[] {
  const found = new Set<string>()
  const walk = (elements: ReturnType<IntlMessageFormat['getAst']>): void => {
    for (const element of elements) {
      if ('value' in element && element.type !== 0) found.add(String(element.value))
      if ('options' in element) for (const option of Object.values(element.options)) walk(option.value)
    }
  }
  walk(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst())
  return [...found].sort()
}

describe('the catalogues', () => {
  it('hold the same keys in all four languages, none of them empty [I18N-1]', () => {
    for (const language of languages) {
      expect([...bundles[language].keys()].sort(), language).toEqual([...en.keys()].sort())
      for (const [key, text] of bundles[language]) expect(text.trim(), `${language} ${key}`).not.toBe('')
    }
    for (const code of Object.keys(refusals)) expect(en.has(`refusal.${code}`), code).toBe(true)
  })

  it('are valid ICU with equal arguments in all languages [I18N-1]', () => {
    for (const [key, text] of en) {
      const wanted = argumentsOf(text, 'en')
      for (const language of languages) {
        const translated = bundles[language].get(key) ?? ''
        expect(argumentsOf(translated, language), `${language} ${key}`).toEqual(wanted)
      }
    }
  })

  it('are translated: sentences differ between the languages [I18N-1]', () => {
    for (const [key, text] of en) {
      if (wordsOf(text) < 4) continue
      for (const language of ['de', 'fr', 'it'] as const)
        expect(bundles[language].get(key), `${language} ${key}`).not.toBe(text)
    }
  })
})

describe('t', () => {
  beforeAll(() => showLanguage('de'))

  it('uses the current language, with plurals [I18N-1]', async () => {
    expect(t('ui.showMore', { count: 1 })).toBe('1 weiteren anzeigen')
    expect(t('ui.showMore', { count: 12 })).toBe('12 weitere anzeigen')
    await showLanguage('en')
    expect(t('ui.shown', { shown: 10, total: 35 })).toBe('10 of 35')
    await showLanguage('de')
  })

  it('never throws on a key of a newer server [I18N-1]', () => {
    expect(t('ui.nothingLikeThis' as 'ui.close')).toBe('nothingLikeThis')
    expect(refusalText({ code: 'of-the-future', supportCode: 'K7Q2' })).toContain('K7Q2')
  })

  it('renders a refusal with its figures', () => {
    expect(refusalText({ code: 'login-blocked', params: { seconds: 42 } })).toContain('42')
  })

  it('requires the arguments that a text mentions', () => {
    // @ts-expect-error the count is missing
    expect(() => t('ui.showMore')).toThrow()
    // @ts-expect-error there is no such key
    expect(t('ui.noSuchKey')).toBe('noSuchKey')
    // @ts-expect-error a plain text takes no arguments
    expect(t('ui.close', { count: 1 })).toBe('Schließen')
  })
})

describe('the choice of language', () => {
  it('is stored by its own step, and outranks the language of the user who logs in [I18N-1]', async () => {
    const kept: Language[] = []
    persistLanguageWith(async (language) => kept.push(language) === 0)
    i18n.chosen = false
    await adoptUserLanguage('it')
    expect(i18n.language).toBe('it')
    expect(kept).toEqual([])
    await chooseLanguage('fr')
    expect(kept).toEqual(['fr'])
    await adoptUserLanguage('it')
    expect(i18n.language).toBe('fr')
    expect(kept).toEqual(['fr', 'fr'])
  })

  it('is an ordinary language of the user once it is stored: the next one who logs in has their own [I18N-1] [NAV-8]', async () => {
    let stored = (): void => undefined
    persistLanguageWith(() => new Promise((resolve) => (stored = () => resolve(true))))
    await chooseLanguage('fr')
    expect(i18n.chosen).toBe(true)
    stored()
    await vi.waitFor(() => expect(i18n.chosen).toBe(false))
    await adoptUserLanguage('it')
    expect(i18n.language).toBe('it')
  })
})
