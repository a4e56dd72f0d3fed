import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon, type IconName } from './icons.tsx'
import classes from './states.module.css'

/** An empty state: why there is nothing, or what to do. */
export function EmptyState({
  icon = 'check',
  title,
  text,
  action,
}: {
  icon?: IconName
  title: string
  text?: string
  action?: ReactNode
}) {
  return (
    <div className={classes.state}>
      <span className={classes.symbol}>
        <Icon name={icon} size={28} />
      </span>
      <h2 className={classes.stateTitle}>{title}</h2>
      {text !== undefined && <p className={classes.stateText}>{text}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  /** The error as a sentence (refusalText(…)); without it a general one. */
  text?: string | undefined
  supportCode?: string | undefined
  onRetry?: (() => void) | undefined
  /** A retry is running. */
  retrying?: boolean
}

/** A part that failed to load, with a retry. */
export function ErrorState({ text, supportCode, onRetry, retrying = false }: ErrorStateProps) {
  const t = useT()
  return (
    <div className={classes.state} role="alert" data-error>
      <span className={classes.symbol}>
        <Icon name="alert" size={28} />
      </span>
      <h2 className={classes.stateTitle}>{t('ui.error.title')}</h2>
      <p className={classes.stateText}>{text ?? t('ui.error.text')}</p>
      {supportCode !== undefined && (
        <p className={`${classes.code} ${classes.stateText}`}>{t('ui.error.support', { code: supportCode })}</p>
      )}
      {onRetry && (
        <Button
          className={classes.retry ?? ''}
          variant="default"
          loading={retrying}
          leftSection={<Icon name="refresh" size={18} />}
          onClick={onRetry}
        >
          {t('ui.retry')}
        </Button>
      )}
    </div>
  )
}
