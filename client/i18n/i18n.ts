import { IntlMessageFormat } from 'intl-messageformat'
import { proxy, useSnapshot } from 'valtio'
import { refusalValues } from '../../contract/refusal-values.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { type Language, languages } from '../../contract/session.ts'
import type { TextKey, TextParams, TextValue } from './areas.ts'
import { loadGroup, type Message } from './catalogue.ts'
import { forgetChoice, readChoice, rememberChoice } from './chosen-language.ts'
import { cookieValue, initialLanguage, languageOf } from './locale.ts'
import { groupOf, type TextGroup, textGroups } from './text-groups.ts'

const catalogues = new Map<Language, Map<string, Message>>(languages.map((language) => [language, new Map()]))
const loading = new Map<string, Promise<void>>()
const loaded = new Set<string>()
const formats = new Map<string, IntlMessageFormat>()
/** The loaded parts of the texts in the current language. A page loads its own; without a page all are loaded. */
let wanted: ReadonlySet<TextGroup> = new Set(textGroups)

/**
 * `chosen` = picked (selector or ?lang=) and not stored with a user yet, so it outranks the language of the user who logs in;
 * it outlives a reload. `revision` changes when texts arrive.
 */
export const i18n = proxy<{ language: Language; chosen: boolean; revision: number }>({
  language: 'de',
  chosen: false,
  revision: 0,
})

let persist: (language: Language) => Promise<boolean> = async () => false

/** Sets the step that stores a chosen language in the backend, and returns whether it did; called after every choice. */
export function persistLanguageWith(step: (language: Language) => Promise<boolean>): void {
  persist = step
}

/** Stores the choice with the user, if somebody is signed in: from then on it is their language like any other. */
async function storeChoice(language: Language): Promise<void> {
  if ((await persist(language)) && i18n.language === language) choiceStored()
}

function choiceStored(): void {
  i18n.chosen = false
  forgetChoice()
}

function choose(language: Language): void {
  i18n.chosen = true
  rememberChoice(language)
}

function load(language: Language, group: TextGroup): Promise<void> {
  const id = `${language} ${group}`
  let found = loading.get(id)
  if (found === undefined) {
    found = loadGroup(language, group).then((texts) => {
      for (const [key, message] of texts) catalogues.get(language)?.set(key, message)
      loaded.add(id)
      i18n.revision++
    })
    loading.set(id, found)
    found.catch(() => loading.delete(id)) // the next caller retries
  }
  return found
}

/** Loads parts of the texts in the current language, and keeps them loaded when the language changes. */
export async function loadTexts(groups: readonly TextGroup[]): Promise<void> {
  wanted = new Set([...wanted, ...groups])
  await Promise.all(groups.map((group) => load(i18n.language, group)))
}

/** Switches to `language`: texts loaded, document language, cookie. HTTP reads `i18n.language` for Accept-Language. */
export async function showLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((group) => load(language, group)))
  i18n.language = language
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
    document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`
  }
}

/** The person picks a language: shows it, then stores it in the backend. */
export async function chooseLanguage(language: Language): Promise<void> {
  choose(language)
  await showLanguage(language)
  void storeChoice(language)
}

/** After login: the user's own language, unless they picked another one before, which is then stored for them. */
export async function adoptUserLanguage(language: Language): Promise<void> {
  if (!i18n.chosen) await showLanguage(language)
  else if (i18n.language === language) choiceStored()
  else void storeChoice(i18n.language)
}

/** Chooses the first language of a visit, before anything is drawn. */
export async function startLanguage(): Promise<void> {
  const query = new URLSearchParams(window.location.search).get('lang')
  const remembered = readChoice()
  const language = initialLanguage({
    query,
    cookie: remembered ?? cookieValue(document.cookie, 'language'),
    browser: navigator.languages,
  })
  if (languageOf(query) !== null) choose(language)
  else i18n.chosen = remembered !== null
  wanted = new Set(['first'])
  await showLanguage(language)
}

const message = (key: string): Message | undefined => catalogues.get(i18n.language)?.get(key)

/** Replaces a missing text: nothing while loading, else the key, which is better than nothing. */
function insteadOf(key: string): string {
  const group = groupOf(key.slice(0, key.indexOf('.')))
  if (loaded.has(`${i18n.language} ${group}`)) return key.slice(key.indexOf('.') + 1)
  void loadTexts([group]).catch(() => {})
  return ''
}

function format(key: string, values: Readonly<Record<string, TextValue>> | undefined): string {
  const text = message(key)
  if (text === undefined) return insteadOf(key)
  if (typeof text === 'string' && !text.includes('{')) return text
  const id = `${i18n.language} ${key}`
  let compiled = formats.get(id)
  if (!compiled) {
    compiled = new IntlMessageFormat(text, i18n.language, undefined, { ignoreTag: true })
    formats.set(id, compiled)
  }
  return String(compiled.format({ ...values }))
}

/** Returns the text of a key in the current language. In components use `useT`, which redraws when texts arrive. */
export function t<K extends TextKey>(key: K, ...params: TextParams<K>): string {
  return format(key, params[0])
}

/** `t` that redraws the component when the language changes. */
export function useT(): typeof t {
  const { language, revision } = useSnapshot(i18n)
  void language
  void revision
  return t
}

/** Returns a refusal as a sentence; an unknown code becomes an unknown failure. */
export function refusalText(refusal: Pick<Refusal<string>, 'code' | 'params' | 'supportCode'>): string {
  const key = `refusal.${refusal.code}`
  const values = { supportCode: refusal.supportCode ?? '–', seconds: '–', ...refusalValues(refusal.params) }
  try {
    return format(message(key) === undefined ? 'refusal.unknown-failure' : key, values)
  } catch {
    return format('refusal.unknown-failure', values) // parameters are missing: a general sentence is better than no page
  }
}
