import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LanguageMenu } from './language-menu.tsx'
import { Logo } from './logo.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './top-bar.module.css'

/** The header: product (if there is no rail), language, light or dark, and the actions of the frame. */
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
