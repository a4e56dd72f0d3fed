import { useT } from '../../i18n/i18n.ts'
import { Page } from '../../ui/page.tsx'
import classes from './texts.module.css'

/** Text pages: questions and answers, imprint, terms, privacy. */
export function Faq() {
  const t = useT()
  return (
    <Page title={t('common.faq')} lead={t('legal.faq.lead')} width="read">
      <div className={classes.text}>
        {(['status', 'sent', 'offline', 'code'] as const).map((question) => (
          <section key={question}>
            <h2 className={classes.textTitle}>{t(`legal.faq.${question}.title`)}</h2>
            <p className={classes.textText}>{t(`legal.faq.${question}.text`)}</p>
          </section>
        ))}
      </div>
    </Page>
  )
}

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
