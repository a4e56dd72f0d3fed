import { expect, it } from 'vitest'
import { missingTexts, translationsInput } from '../../contract/translations.ts'
import { mergeTranslations, translationsOf } from './translations.ts'

const given = (texts: Parameters<typeof missingTexts>[1], confirmed: string[] = []) => ({ texts, confirmed })

it('only what somebody wrote is kept: empty texts are none [TRANS-1]', () => {
  const kept = mergeTranslations({}, given({ de: { name: ' Kurz ' }, fr: { name: '  ' }, it: {} }), { name: 'Short' })
  expect(translationsOf(kept, { name: 'Short' })).toEqual({ texts: { de: { name: 'Kurz' } }, outdated: [] })
  expect(Object.keys(kept)).toEqual(['de'])
})

it('a translation is outdated when the words that it was made for have changed, until it is written or confirmed again [TRANS-1]', () => {
  const first = mergeTranslations({}, given({ de: { name: 'Kurz' } }), { name: 'Short' })
  const later = mergeTranslations(first, given({ de: { name: 'Kurz' } }), { name: 'Long' })
  expect(translationsOf(later, { name: 'Long' }).outdated).toEqual(['de.name'])
  const rewritten = mergeTranslations(later, given({ de: { name: 'Lang' } }), { name: 'Long' })
  expect(translationsOf(rewritten, { name: 'Long' })).toEqual({ texts: { de: { name: 'Lang' } }, outdated: [] })
  const confirmed = mergeTranslations(later, given({ de: { name: 'Kurz' } }, ['de.name']), { name: 'Long' })
  expect(translationsOf(confirmed, { name: 'Long' }).outdated).toEqual([])
})

it('texts of which nobody knows what they were made for are not outdated; other fields stay', () => {
  const seeded = { de: { name: 'Kurz', hint: 'Bis 2 h' } }
  expect(translationsOf(seeded, { name: 'Anything' }).outdated).toEqual([])
  expect(mergeTranslations(seeded, given({}), { name: 'Short' })).toEqual({ de: { hint: 'Bis 2 h' } })
})

it('a text is missing where the row itself has words and the language has none [TRANS-1]', () => {
  const texts = { de: { name: 'Kurz' }, en: { name: 'Short' }, it: { name: ' ' } }
  expect(missingTexts({ name: 'Short', description: '' }, texts)).toEqual(['fr.name', 'it.name'])
})

it('the input takes known languages and fields only, each with its length', () => {
  const input = translationsInput({ name: 5 })
  expect(input.parse({ texts: { de: { name: 'Kurz' } } })).toEqual({ texts: { de: { name: 'Kurz' } }, confirmed: [] })
  expect(input.safeParse({ texts: { de: { name: 'Kurz ' } } }).success).toBe(false)
  expect(input.safeParse({ texts: { de: { name: 'Zu lang' } } }).success).toBe(false)
  expect(input.safeParse({ texts: { es: { name: 'a' } } }).success).toBe(false)
  expect(input.safeParse({ texts: {}, confirmed: ['de.other'] }).success).toBe(false)
})
