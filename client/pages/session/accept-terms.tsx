import { Checkbox, type CheckboxProps } from '@mantine/core'
import { useT } from '../../i18n/i18n.ts'
import { helpLinks } from '../../shell/links.ts'
import classes from './session.module.css'

/** The box that accepts the terms of service and the privacy policy, with links to both. */
export function AcceptTerms(input: CheckboxProps) {
  const t = useT()
  const { terms, privacy } = helpLinks()
  return (
    <div>
      <Checkbox label={t('session.register.accept')} {...input} />
      <p className={classes.terms}>
        <a className={classes.termsLink} href={terms} target="_blank" rel="noreferrer">
          {t('shell.footer.terms')}
        </a>
        <a className={classes.termsLink} href={privacy} target="_blank" rel="noreferrer">
          {t('shell.footer.privacy')}
        </a>
      </p>
    </div>
  )
}
