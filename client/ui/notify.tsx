import { notifications } from '@mantine/notifications'
import { type Refusal, type RefusalEntry, refusals, type Severity } from '../../contract/refusals.ts'
import { refusalText, t } from '../i18n/i18n.ts'
import { severityIcons } from './alert.tsx'
import { Icon } from './icons.tsx'
import classes from './notify.module.css'

/** Display time of each kind, in ms; a question stays until it is answered (specification: business constants). */
export const displayTimes: Readonly<Record<Severity, number | false>> = {
  success: 5_000,
  info: 5_000,
  warning: 10_000,
  error: 5_000,
  question: false,
}

interface Options {
  title?: string
  /** ms; 0 = until it is dismissed. */
  displayMs?: number
  /** A toast with the same id is replaced. */
  id?: string
}

const tones = {
  success: 'success',
  info: 'info',
  warning: 'warning',
  error: 'error',
  question: 'info',
} as const satisfies Record<Severity, string>

function show(severity: Severity, message: string, { title, displayMs, id }: Options = {}): void {
  const data = {
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    message,
    color: tones[severity],
    icon: (
      <Icon
        name={severityIcons[severity]}
        size={20}
        aria-hidden={undefined}
        role="img"
        aria-label={t(`ui.alert.${severity}`)}
      />
    ),
    autoClose: displayMs === undefined ? displayTimes[severity] : displayMs === 0 ? (false as const) : displayMs,
    className: classes.toast ?? '',
    'data-severity': severity,
    role: severity === 'success' || severity === 'info' ? 'status' : 'alert',
    closeButtonProps: { 'aria-label': t('ui.close') },
    withBorder: true,
  }
  if (id !== undefined) notifications.hide(id)
  notifications.show(data)
}

/** Short messages in the corner. */
export const notify = {
  success: (message: string, options?: Options) => show('success', message, options),
  info: (message: string, options?: Options) => show('info', message, options),
  warning: (message: string, options?: Options) => show('warning', message, options),
  error: (message: string, options?: Options) => show('error', message, options),
  question: (message: string, options?: Options) => show('question', message, options),
  /** Shows a refusal in words, with the severity and time of its code in the catalogue. */
  refusal(refusal: Pick<Refusal<string>, 'code' | 'params' | 'supportCode'>, options: Options = {}): void {
    const entry: RefusalEntry = (refusals as Record<string, RefusalEntry>)[refusal.code] ?? refusals['unknown-failure']
    show(entry.severity, refusalText(refusal), {
      displayMs: entry.displayMs,
      id: `refusal-${refusal.code}`,
      ...options,
    })
  },
  /** Removes all toasts (an ended session). */
  clear(): void {
    notifications.clean()
    notifications.cleanQueue()
  },
}
