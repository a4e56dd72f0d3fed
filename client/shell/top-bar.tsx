import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LanguageMenu } from './language-menu.tsx'
import { Logo } from './logo.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './top-bar.module.css'

/** The header: product (where no rail shows it), language, light or dark, and what the situation adds. */
export function TopBar({ withLogo, children }: { withLogo: 'always' | 'phone'; children?: ReactNode }) {
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand} data-when={withLogo}>
        <Logo />
      </Link>
      <div className={classes.controls}>
        <LanguageMenu />
        <SchemeSwitch />
        {children}
      </div>
    </header>
  )
}
