import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { type Language, languages } from '../../contract/session.ts'
import { loadTexts, showLanguage } from '../i18n/i18n.ts'
import { textGroups } from '../i18n/text-groups.ts'
import { deviceTypeFields, newDeviceType, translatedTexts } from '../pages/device-types/type-fields.ts'
import { TextField } from './fields.tsx'
import { TranslationTabs } from './translation-tabs.tsx'
import { useCommandForm } from './use-command-form.tsx'

beforeAll(async () => {
  await loadTexts(textGroups)
  await showLanguage('en')
})

const own = { ...newDeviceType, type: 'BOX', displayName: 'Box', pluralName: 'Boxes' }
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Drawn {
  readonly texts: Texts
  readonly outdated?: readonly string[]
  /** What is done first: the form is submitted, or a tab opened. */
  readonly first?: 'submit' | Language
}

function Form({ texts, outdated = [], first }: Drawn) {
  const form = useCommandForm({
    def: deviceTypeFields.def,
    fields: deviceTypeFields,
    initial: { ...own, translations: { texts, confirmed: [] } },
    toInput: (values, version) => ({ deviceTypeId: 1, version, ...values }),
    onDone: () => {},
  })
  const [begun, setBegun] = useState(false)
  if (!begun) {
    setBegun(true)
    if (first === 'submit') form.submit()
    else if (first) form.setTab(first)
  }
  return (
    <TranslationTabs form={form} translated={translatedTexts} outdated={outdated}>
      <TextField form={form} path="displayName" />
    </TranslationTabs>
  )
}

const draw = (drawn: Drawn) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Form {...drawn} />
    </MantineProvider>,
  )
const inputAt = (path: string, markup: string) =>
  markup.match(/<input[^>]*>/g)?.find((each) => each.includes(`data-path="${path}"`)) ?? ''
const attribute = (name: string, tag: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? null
const tabs = (markup: string) =>
  [...markup.matchAll(/<button[^>]*role="tab"[^>]*>.*?<\/button>/g)].map(([tab]) => ({
    name: tab
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    open: attribute('aria-selected', tab) === 'true',
  }))

it('each language has a tab with its own texts; a missing one shows the original only as a placeholder [TRANS-1]', () => {
  const names: Texts = {
    de: { displayName: 'Fahrradbox' },
    fr: { displayName: 'Box à vélos' },
    it: { displayName: 'Box bici' },
  }
  for (const language of languages) {
    const input = inputAt(`translations.texts.${language}.displayName`, draw({ texts: names, first: language }))
    expect(attribute('value', input)).toBe(names[language]?.['displayName'] ?? '')
    expect(attribute('placeholder', input)).toBe('Box')
  }
  expect(attribute('value', inputAt('displayName', draw({ texts: names })))).toBe('Box')
})

it('each tab counts what is missing and what was translated before the original changed [TRANS-1]', () => {
  const both = { displayName: 'Box', pluralName: 'Boxes' }
  const markup = draw({ texts: { de: both, en: both, fr: { displayName: 'Box' } }, outdated: ['de.displayName'] })
  expect(tabs(markup).map(({ name }) => name)).toEqual([
    'Default',
    'German 1 outdated',
    'English',
    'French 1 missing',
    'Italian 2 missing',
  ])
})

it('a text that is refused opens the tab of its language [ADM-20] [TRANS-1]', () => {
  const markup = draw({ texts: { fr: { displayName: 'x'.repeat(100) } }, first: 'submit' })
  expect(tabs(markup).find(({ open }) => open)?.name).toMatch(/^French/)
  expect(attribute('aria-invalid', inputAt('translations.texts.fr.displayName', markup))).toBe('true')
})
