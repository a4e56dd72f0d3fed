import { useT } from '../../i18n/i18n.ts'
import { Page } from '../../ui/page.tsx'
import classes from './texts.module.css'

/** Text pages: imprint, terms, privacy. */
export function Imprint() {
  const t = useT()
  return (
    <Page title={t('common.imprint')} width="read">
      <div className={classes.text}>
        <p className={classes.textText}>{t('legal.imprint.text')}</p>
      </div>
    </Page>
  )
}

export function Terms() {
  const t = useT()
  return (
    <Page title={t('legal.terms.title')} lead={t('legal.terms.lead')} width="read">
      <div className={classes.text}>
        <p className={classes.textText}>{t('legal.terms.account')}</p>
        <p className={classes.textText}>{t('legal.terms.safety')}</p>
      </div>
    </Page>
  )
}

export function Privacy() {
  const t = useT()
  return (
    <Page title={t('legal.privacy.title')} lead={t('legal.privacy.lead')} width="read">
      <ul className={classes.text}>
        {(['cookies', 'sessions', 'commands', 'passwords'] as const).map((item) => (
          <li key={item}>{t(`legal.privacy.${item}`)}</li>
        ))}
      </ul>
    </Page>
  )
}
