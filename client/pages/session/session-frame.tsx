import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../i18n/i18n.ts'
import { Footer } from '../../shell/footer.tsx'
import { LanguageMenu } from '../../shell/language-menu.tsx'
import { Logo } from '../../shell/logo.tsx'
import { SchemeSwitch } from '../../shell/scheme-switch.tsx'
import { Backdrop } from '../../theme/backdrop.tsx'
import { theme, themeFor } from '../../theme/current.ts'
import classes from './session.module.css'

/** The screen around login and set-up: the theme's drawing at one side, the form at the other. */
export function SessionFrame({ lead, children }: { lead: string; children: ReactNode }) {
  const t = useT()
  const seed = themeFor(useSnapshot(theme))
  return (
    <div className={classes.frame}>
      <aside className={classes.picture} aria-label={seed.product}>
        <Backdrop name={seed.backdrop} />
        <p className={classes.words}>{lead}</p>
      </aside>
      <div className={classes.side}>
        <header className={classes.top}>
          <Link to="/" className={classes.home} aria-label={`${seed.product}: ${t('shell.nav.start')}`}>
            <Logo />
          </Link>
          <div className={classes.controls}>
            <LanguageMenu />
            <SchemeSwitch />
          </div>
        </header>
        <main className={classes.main} id="main">
          {children}
        </main>
        <Footer />
      </div>
    </div>
  )
}
