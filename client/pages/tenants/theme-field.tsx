import { useId } from 'react'
import { themeNames } from '../../../contract/themes.ts'
import { FieldGroup } from '../../forms/field-group.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useField } from '../../forms/use-field.ts'
import { useT } from '../../i18n/i18n.ts'
import { ThemePreview } from '../../theme/theme-preview.tsx'
import { themes } from '../../theme/themes.ts'
import type { TenantValues } from './tenant-fields.ts'
import classes from './tenants.module.css'

/** One of the nine themes, each shown as it looks. */
export function ThemeField({ form }: { form: CommandForm<TenantValues> }) {
  const t = useT()
  const { value, set, input } = useField({ form, path: 'theme' })
  const name = useId()
  return (
    <FieldGroup title={input.label}>
      <p className={classes.hint}>{t('tenants.theme.hint')}</p>
      <div className={classes.themes}>
        {themeNames.map((theme) => (
          <label key={theme} className={classes.choice} data-checked={theme === value || undefined}>
            <ThemePreview seed={themes[theme]} />
            <span className={classes.name}>
              <input
                type="radio"
                name={name}
                data-path={theme === value ? input['data-path'] : undefined}
                checked={theme === value}
                onChange={() => set(theme)}
              />
              {themes[theme].product}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
