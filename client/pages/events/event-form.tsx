import { maxLength } from '../../../contract/fields.ts'
import { TextField } from '../../forms/fields.tsx'
import { TranslationTabs } from '../../forms/translation-tabs.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { ErrorState } from '../../ui/states.tsx'
import { type EventValues, translatedTexts } from './event-fields.ts'
import { LengthFields } from './length-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { StayFields } from './stay-fields.tsx'
import type { Offered } from './use-options.ts'
import { WhenFields } from './when-fields.tsx'
import { WhoFields } from './who-fields.tsx'

interface EventFormProps<V extends EventValues> {
  form: CommandForm<V>
  offered: Offered
  /** Translations that were made for an earlier text. */
  outdated?: readonly string[]
}

/** The fields of an access time, in groups. */
export function EventForm<V extends EventValues>({ form, offered, outdated = [] }: EventFormProps<V>) {
  const t = useT()
  const { view, refusal, retry } = offered
  return (
    <>
      <TranslationTabs form={form} translated={translatedTexts} outdated={outdated}>
        <TextField form={form} path="name" maxLength={maxLength.name} description={t('events.name.hint')} />
        <TextField
          form={form}
          path="description"
          maxLength={maxLength.description}
          multiline
          description={t('events.description.hint')}
        />
      </TranslationTabs>
      <WhenFields form={form} />
      <WhoFields form={form} />
      {refusal && <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />}
      <LengthFields form={form} offered={view} />
      <PriceFields form={form} offered={view} />
      <StayFields form={form} offered={view} />
    </>
  )
}
