import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { demoAddress, demoIcon, demoRole } from '../../demo/demo-login.ts'
import roles from '../../demo/demo-roles.module.css'
import { useT } from '../../i18n/i18n.ts'
import { config } from '../../shell/config.ts'
import { Backdrop } from '../../theme/backdrop.tsx'
import { theme, themeFor } from '../../theme/current.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import classes from './landing.module.css'

const promises: readonly { readonly key: 'live' | 'control' | 'watch'; readonly icon: IconName }[] = [
  { key: 'live', icon: 'antenna' },
  { key: 'control', icon: 'hand' },
  { key: 'watch', icon: 'bell' },
]

/** The product for first-time visitors, and the ways in. */
export function Landing() {
  const t = useT()
  const seed = themeFor(useSnapshot(theme))
  const { demo, setupNeeded } = config.current
  useEffect(() => {
    document.title = seed.product
  }, [seed.product])
  return (
    <>
      <section className={classes.hero}>
        <Backdrop className={classes.drawing} name={seed.backdrop} />
        <div className={classes.words}>
          <h1 className={classes.wordsTitle} tabIndex={-1} data-focus-target>
            {t('home.hero.title')}
          </h1>
          <p className={classes.wordsText}>{t('home.hero.text')}</p>
          <div className={classes.ways}>
            <Button
              component={Link}
              to="/location/sites"
              size="lg"
              className={classes.enter ?? ''}
              leftSection={<Icon name="search" size={20} />}
            >
              {t('home.hero.search')}
            </Button>
            <Button component={Link} to="/users/login" size="lg" variant="transparent" className={classes.login ?? ''}>
              {t('common.logIn')}
            </Button>
          </div>
        </div>
      </section>
      <div className={classes.below}>
        {setupNeeded && (
          <Alert severity="info" action={<Link to="/setup">{t('session.setup.link')}</Link>}>
            {t('session.setup.start')}
          </Alert>
        )}
        {demo.length > 0 && (
          <section className={classes.demo} aria-labelledby="demo-title">
            <div>
              <h2 className={classes.demoTitle} id="demo-title">
                {t('session.demo.title')}
              </h2>
              <p className={classes.demoText}>{t('session.demo.text')}</p>
            </div>
            <div className={roles.roles}>
              {demo.map((login) => {
                const { href } = demoAddress(login)
                return (
                  <a key={login.login} className={roles.role} href={href}>
                    <Icon className={roles.roleIcon} name={demoIcon(login)} />
                    <span>
                      {demoRole(login)}
                      <small className={roles.roleNote}>{login.login}</small>
                    </span>
                  </a>
                )
              })}
            </div>
          </section>
        )}
        <ul className={classes.promises}>
          {promises.map(({ key, icon }) => (
            <li key={key}>
              <Icon className={classes.promisesIcon} name={icon} size={28} />
              <h2 className={classes.promisesTitle}>{t(`home.does.${key}.title`)}</h2>
              <p className={classes.promisesText}>{t(`home.does.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
