import { maxLength } from '../../../contract/fields.ts'
import { FieldGroup } from '../../forms/field-group.tsx'
import { SwitchField, TextField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { ProviderValues } from './provider-fields.ts'
import { ProviderTest } from './provider-test.tsx'
import classes from './tenants.module.css'

interface ProviderFormProps {
  form: CommandForm<ProviderValues>
  /** Addresses that the provider has to know. */
  callbacks: readonly string[]
  /** A secret is stored. */
  hasSecret: boolean
}

/** The fields of an identity provider, in groups. */
export function ProviderForm({ form, callbacks, hasSecret }: ProviderFormProps) {
  const t = useT()
  const { university } = form.mantine.getValues()
  return (
    <>
      <SwitchField form={form} path="enabled" description={t('providers.enabled.hint')} />
      <TextField form={form} path="label" maxLength={maxLength.name} description={t('providers.label.hint')} />
      <FieldGroup title={t('providers.group.connection')}>
        <TextField
          form={form}
          path="issuer"
          maxLength={maxLength.note}
          verbatim="none"
          placeholder="https://login.example.org"
          description={t('providers.issuer.hint')}
        />
        <ProviderTest form={form} />
        <TextField form={form} path="clientId" maxLength={maxLength.note} verbatim="none" />
        <TextField
          form={form}
          path="clientSecret"
          maxLength={maxLength.note}
          verbatim="none"
          description={t(hasSecret ? 'providers.clientSecret.kept' : 'providers.clientSecret.hint')}
        />
        <TextField
          form={form}
          path="scope"
          maxLength={maxLength.note}
          verbatim="none"
          description={t('providers.scope.hint')}
        />
        <div>
          <p className={classes.hint}>{t('providers.callbacks')}</p>
          <ul className={classes.list}>
            {callbacks.map((address) => (
              <li key={address}>
                <code className={classes.address}>{address}</code>
              </li>
            ))}
          </ul>
        </div>
      </FieldGroup>
      <SwitchField form={form} path="allowNewAccounts" description={t('providers.allowNewAccounts.hint')} />
      <SwitchField form={form} path="university" description={t('providers.university.hint')} />
      {university && (
        <TextField
          form={form}
          path="affiliationClaim"
          maxLength={maxLength.note}
          verbatim="none"
          description={t('providers.affiliationClaim.hint')}
        />
      )}
    </>
  )
}
