import { TextInput, type TextInputProps } from '@mantine/core'
import { maxLength } from '../../../contract/fields.ts'
import { useT } from '../../i18n/i18n.ts'
import classes from './session.module.css'

interface OptionalNameProps {
  /** What the form passes to an input. */
  propsOf: (field: 'firstname' | 'lastname') => TextInputProps
}

/** The name of a new account, which nobody has to give. */
export function OptionalName({ propsOf }: OptionalNameProps) {
  const t = useT()
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('session.register.firstname')}
        autoComplete="given-name"
        maxLength={maxLength.name}
        {...propsOf('firstname')}
      />
      <TextInput
        label={t('session.register.lastname')}
        autoComplete="family-name"
        maxLength={maxLength.name}
        {...propsOf('lastname')}
      />
    </div>
  )
}
