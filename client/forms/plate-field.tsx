import { Button } from '@mantine/core'
import { maxLength } from '../../contract/fields.ts'
import { readPlate } from '../../machines/plate.ts'
import { useT } from '../i18n/i18n.ts'
import { TextField } from './fields.tsx'
import classes from './forms.module.css'
import type { FormValues } from './use-command-form.tsx'
import { type FieldProps, useField } from './use-field.ts'

/** A licence plate: offers Latin letters for look-alikes, and says that a season is cut off (rule C-68). */
export function PlateField<V extends FormValues>(props: FieldProps<V> & { readonly required?: boolean }) {
  const { value, set } = useField(props)
  return (
    <div className={classes.plate}>
      <TextField {...props} maxLength={maxLength.name} verbatim="characters" />
      <PlateHint text={typeof value === 'string' ? value : ''} onUse={set} />
    </div>
  )
}

interface PlateHintProps {
  /** What is typed. */
  readonly text: string
  readonly onUse: (plate: string) => void
}

/** What differs between a typed plate and the one that is kept. */
export function PlateHint({ text, onUse }: PlateHintProps) {
  const t = useT()
  const read = readPlate(text)
  if (read.ok)
    return read.season === null ? null : (
      <p className={classes.hint} role="status">
        {t('forms.plate.season', { season: read.season, plate: read.plate })}
      </p>
    )
  if (read.issue !== 'plate-look-alike') return null
  const { offer } = read
  return (
    <Button variant="default" size="compact-md" onClick={() => onUse(offer)}>
      {t('forms.plate.use', { plate: offer })}
    </Button>
  )
}
