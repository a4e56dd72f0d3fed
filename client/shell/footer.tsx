import { useT } from '../i18n/i18n.ts'
import { config } from './config.ts'
import classes from './footer.module.css'
import { helpLinks } from './links.ts'
import { SmartLink } from './smart-link.tsx'

/** FAQ, contact, imprint, terms, privacy, version. */
export function Footer() {
  const t = useT()
  const links = helpLinks()
  return (
    <footer className={classes.footer}>
      <nav className={classes.footerNav} aria-label={t('shell.footer.label')}>
        <SmartLink className={classes.link} href={links.faq}>
          {t('shell.footer.faq')}
        </SmartLink>
        <SmartLink className={classes.link} href="/contact">
          {t('common.contact')}
        </SmartLink>
        <SmartLink className={classes.link} href={links.imprint}>
          {t('common.imprint')}
        </SmartLink>
        <SmartLink className={classes.link} href={links.terms}>
          {t('shell.footer.terms')}
        </SmartLink>
        <SmartLink className={classes.link} href={links.privacy}>
          {t('shell.footer.privacy')}
        </SmartLink>
      </nav>
      <span>{t('shell.footer.version', { version: config.current.version })}</span>
    </footer>
  )
}
