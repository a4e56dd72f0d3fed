import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import de from './refusal-texts/de.json' with { type: 'json' }
import en from './refusal-texts/en.json' with { type: 'json' }
import fr from './refusal-texts/fr.json' with { type: 'json' }
import italian from './refusal-texts/it.json' with { type: 'json' }
import { refusalValues } from './refusal-values.ts'

const said = (text: string, language: string, minutes: number) =>
  new IntlMessageFormat(text, language).format(refusalValues({ minutes }))

it.each([
  [43_200, 'The longest booking here is 30 days.'],
  [1_440, 'The longest booking here is 1 day.'],
  [240, 'The longest booking here is 4 hours.'],
  [90, 'The longest booking here is 90 minutes.'],
  [1, 'The longest booking here is 1 minute.'],
])('says %s minutes in the largest whole unit [BOOK-3]', (minutes, text) => {
  expect(said(en['duration-too-long'], 'en', minutes)).toBe(text)
})

it('says durations in every language', () => {
  expect(said(de['prebook-too-late'], 'de', 60)).toBe('Hier muss mindestens 1 Stunde vor dem Beginn gebucht werden.')
  expect(said(fr['duration-too-short'], 'fr', 120)).toBe('La réservation la plus courte ici est de 2 heures.')
  expect(said(italian['prebook-too-early'], 'it', 2_880)).toBe('Prenotabile al massimo 2 giorni prima dell’inizio.')
})

it('fills placeholders by name, and leaves the rest unchanged', () => {
  expect(refusalValues({ slotMinutes: 30 })).toEqual({ slotMinutes: 30, unit: 'minute', count: 30 })
  expect(refusalValues({ zone: 'A' })).toEqual({ zone: 'A' })
})
