import type { ReactNode } from 'react'
import type { Severity } from '../../contract/refusals.ts'
import { useT } from '../i18n/i18n.ts'
import classes from './alert.module.css'
import { Icon, type IconName } from './icons.tsx'

export const severityIcons: Readonly<Record<Severity, IconName>> = {
  success: 'free',
  info: 'info',
  warning: 'alert',
  error: 'cross',
  question: 'help',
}

/** A message on the page beside its subject; errors and warnings are announced at once. */
export function Alert({
  severity,
  title,
  children,
  action,
}: {
  severity: Severity
  title?: string
  children: ReactNode
  action?: ReactNode
}) {
  const t = useT()
  return (
    <div
      className={classes.alert}
      data-severity={severity}
      role={severity === 'error' || severity === 'warning' ? 'alert' : 'status'}
    >
      <Icon
        className={classes.alertIcon}
        name={severityIcons[severity]}
        size={20}
        aria-hidden={undefined}
        role="img"
        aria-label={t(`ui.alert.${severity}`)}
      />
      <div className={classes.alertBlock}>
        {title !== undefined && <strong className={classes.title}>{title}</strong>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
