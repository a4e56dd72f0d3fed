import { Button } from '@mantine/core'
import type { Banner } from '../../machines/connection.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './connection-banner.module.css'

const icons = { offline: 'offline', reconnecting: 'refresh', resumed: 'check', outdated: 'refresh' } as const

/** The state of the connection above the page, announced when it changes; the page keeps its content. */
export function ConnectionBanner({ state }: { state: Banner }) {
  const t = useT()
  return (
    <div className={classes.place} role="status">
      {state !== null && (
        <div className={classes.banner} data-state={state}>
          <Icon className={classes.bannerIcon} name={icons[state]} size={18} />
          <span>{t(`shell.connection.${state}`)}</span>
          {state === 'outdated' && (
            <Button size="sm" variant="default" onClick={() => window.location.reload()}>
              {t('ui.error.reload')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
