/** Texts of a row in other languages than its own (column `translations`), as forms show and send them. */
import * as z from 'zod'
import type { RefusalCode } from './refusals.ts'
import { type Language, languages } from './session.ts'

/**
 * Texts by language, then by field. A missing text is shown in the row's own language, which is never sent or stored as
 * a translation.
 */
export type TranslatedTexts<F extends string = string> = {
  readonly [L in Language]?: { readonly [K in F]?: string | undefined } | undefined
}

/** `de.name`: one text of one language. */
export type TextPath<F extends string = string> = `${Language}.${F}`

/** A text, or '' for none; spaces around it are refused. */
const translatedText = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => (value.trim() === '' ? '' : value))
    .refine((value) => value === value.trim(), { error: 'field-whitespace' satisfies RefusalCode })

/**
 * Input of a command for the translations of some fields, each with its maximum length. Empty texts count as missing.
 * `confirmed` names texts that are still right although the row's own text has changed.
 *
 *     input: z.strictObject({ name: text(45), description: optionalText(), translations: translationsInput({ name: 45, description: 2_048 }) })
 */
export function translationsInput<F extends string>(maxLengths: Readonly<Record<F, number>>) {
  const fields = Object.keys(maxLengths) as F[]
  const texts = z.strictObject(
    Object.fromEntries(fields.map((field) => [field, translatedText(maxLengths[field]).optional()])) as Record<
      F,
      z.ZodOptional<ReturnType<typeof translatedText>>
    >,
  )
  const byLanguage = Object.fromEntries(languages.map((language) => [language, texts.optional()])) as Record<
    Language,
    z.ZodOptional<typeof texts>
  >
  return z.strictObject({
    texts: z.strictObject(byLanguage),
    confirmed: z.array(z.templateLiteral([z.enum(languages), '.', z.enum(fields)])).default([]),
  })
}

/** Translations in a view: the texts, and which of them are older than the row's own text. */
export const translationsView = z.object({
  texts: z.partialRecord(z.enum(languages), z.record(z.string(), z.string())),
  outdated: z.array(z.string()),
})
export type TranslationsView = z.output<typeof translationsView>

/** Returns which texts are missing: the row itself has a text for the field, but the language has none. */
export function missingTexts(
  own: Readonly<Record<string, string | null | undefined>>,
  texts: TranslatedTexts,
): TextPath[] {
  const said = Object.keys(own).filter((field) => own[field]?.trim())
  return languages.flatMap((language) =>
    said.filter((field) => !texts[language]?.[field]?.trim()).map((field): TextPath => `${language}.${field}`),
  )
}
