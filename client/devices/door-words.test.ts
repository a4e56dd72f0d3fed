import { afterAll, describe, expect, it } from 'vitest'
import { languages } from '../../contract/session.ts'
import { showLanguage, t } from '../i18n/i18n.ts'
import { doorText } from './door-words.ts'

describe('the door state in words', () => {
  afterAll(() => showLanguage('en'))

  it('calls a barrier a barrier and everything else a door, in every language [LIVE-1]', async () => {
    const words: Record<string, string[]> = {}
    for (const language of languages) {
      await showLanguage(language)
      words[language] = ['barrier', 'bike', null].map((icon) => doorText('open', { icon }, t))
    }
    expect(words).toEqual({
      en: ['Barrier open', 'Door open', 'Door open'],
      de: ['Schranke offen', 'Tür offen', 'Tür offen'],
      fr: ['Barrière ouverte', 'Porte ouverte', 'Porte ouverte'],
      it: ['Barriera aperta', 'Porta aperta', 'Porta aperta'],
    })
  })
})
