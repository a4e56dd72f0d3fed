import '@mantine/core/styles/Badge.layer.css'
import { Badge, Checkbox, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Language, languages } from '../../contract/session.ts'
import { missingTexts, type TranslatedTexts } from '../../contract/translations.ts'
import { useT } from '../i18n/i18n.ts'
import { TextField } from './fields.tsx'
import classes from './forms.module.css'
import type { CommandForm, FormValues } from './use-command-form.tsx'

interface TranslatedField {
  readonly name: string
  readonly maxLength: number
  readonly multiline?: boolean
}

interface TranslationTabsProps<V extends FormValues> {
  readonly form: CommandForm<V>
  /** Fields with texts in several languages; the form's values hold `translations: { texts, confirmed }`. */
  readonly translated: readonly TranslatedField[]
  /** Which stored translations were made for an earlier original (`outdated` of the view). */
  readonly outdated: readonly string[]
  /** The row's own fields. */
  readonly children: ReactNode
}

/**
 * The fields of a row, and a tab for each language with its texts. A missing text shows the original as a placeholder, which is
 * never sent. Each tab counts missing texts and those translated before the original changed.
 */
export function TranslationTabs<V extends FormValues>({
  form,
  translated,
  outdated,
  children,
}: TranslationTabsProps<V>) {
  const t = useT()
  const values = form.mantine.getValues() as FormValues
  const { texts, confirmed } = values['translations'] as { texts: TranslatedTexts; confirmed: readonly string[] }
  const own = Object.fromEntries(translated.map(({ name }) => [name, values[name] as string | null]))
  const missing = missingTexts(own, texts)
  const stale = staleTexts(form, translated, outdated).filter((path) => !confirmed.includes(path))
  const countsOf = (language: Language) => ({
    missing: missing.filter((path) => path.startsWith(`${language}.`)).length,
    outdated: stale.filter((path) => path.startsWith(`${language}.`)).length,
  })
  const confirm = (path: string, yes: boolean) =>
    form.mantine.setFieldValue(
      'translations.confirmed',
      (yes ? [...confirmed, path] : confirmed.filter((each) => each !== path)) as never,
    )
  return (
    <Tabs value={form.tab} onChange={(tab) => form.setTab(tab ?? 'own')} keepMounted className={classes.tabs ?? ''}>
      <Tabs.List aria-label={t('forms.translations')}>
        <Tabs.Tab value="own">{t('forms.translations.own')}</Tabs.Tab>
        {languages.map((language) => {
          const counts = countsOf(language)
          return (
            <Tabs.Tab key={language} value={language}>
              {t(`forms.language.${language}`)}
              {counts.missing > 0 && (
                <Badge className={classes.count ?? ''} color="neutral" variant="light">
                  {t('forms.translations.missing', { count: counts.missing })}
                </Badge>
              )}
              {counts.outdated > 0 && (
                <Badge className={classes.count ?? ''} color="warning" variant="light">
                  {t('forms.translations.outdated', { count: counts.outdated })}
                </Badge>
              )}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      <Tabs.Panel value="own" className={classes.fields ?? ''}>
        {children}
      </Tabs.Panel>
      {languages.map((language) => (
        <Tabs.Panel key={language} value={language} className={classes.fields ?? ''}>
          {translated.map(({ name, ...field }) => {
            const path = `${language}.${name}`
            const isOutdated = outdated.includes(path) || stale.includes(path)
            return (
              <div key={name}>
                <TextField form={form} path={`translations.texts.${path}`} placeholder={own[name] ?? ''} {...field} />
                {isOutdated && form.mode !== 'view' && (
                  <Checkbox
                    className={classes.confirm ?? ''}
                    label={t('forms.translations.confirm')}
                    checked={confirmed.includes(path)}
                    onChange={(event) => confirm(path, event.currentTarget.checked)}
                  />
                )}
              </div>
            )
          })}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Returns the translations left unchanged although the original changed, before or in this form. */
function staleTexts<V extends FormValues>(
  form: CommandForm<V>,
  translated: readonly TranslatedField[],
  outdated: readonly string[],
): string[] {
  const { mantine } = form
  return languages.flatMap((language) =>
    translated
      .map(({ name }) => ({ name, path: `${language}.${name}` }))
      .filter(({ name, path }) => {
        const kept = (mantine.getInitialValues() as FormValues)['translations'] as { texts: TranslatedTexts }
        const now = (mantine.getValues() as FormValues)['translations'] as { texts: TranslatedTexts }
        const text = kept.texts[language]?.[name]
        if (!text || now.texts[language]?.[name] !== text) return false
        return outdated.includes(path) || mantine.isDirty(name as never)
      })
      .map(({ path }) => path),
  )
}
