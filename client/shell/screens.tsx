import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { useHeading } from '../ui/use-heading.ts'
import { newLinkFor } from './guard.ts'
import { Mark } from './logo.tsx'
import { usePages } from './pages.ts'
import classes from './screens.module.css'

/** The not-found page, filling the window, with a link to the new address. */
export function NotFound() {
  const t = useT()
  const pages = usePages()
  const { pathname } = useLocation()
  const title = t('shell.notFound.title')
  const heading = useHeading(title)
  return (
    <main className={classes.screen} id="main">
      <Mark size={56} />
      <h1 className={classes.screenTitle} ref={heading} tabIndex={-1} data-focus-target>
        {title}
      </h1>
      <p className={classes.screenText}>{t('shell.notFound.text')}</p>
      <code className={classes.screenCode}>{pathname}</code>
      <Button
        className={classes.screenLink ?? ''}
        component={Link}
        to={newLinkFor(pathname, pages)}
        rightSection={<Icon name="arrowRight" size={18} />}
      >
        {t('shell.notFound.link')}
      </Button>
    </main>
  )
}

/** A page whose code failed or could not be loaded. */
export function Crashed() {
  const t = useT()
  return (
    <main className={classes.screen} id="main" role="alert">
      <Mark size={56} />
      <h1 className={classes.screenTitle}>{t('shell.crash.title')}</h1>
      <p className={classes.screenText}>{t('ui.error.text')}</p>
      <Button
        className={classes.screenButton ?? ''}
        leftSection={<Icon name="refresh" size={18} />}
        onClick={() => window.location.reload()}
      >
        {t('ui.error.reload')}
      </Button>
    </main>
  )
}
