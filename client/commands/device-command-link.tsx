import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'

interface DeviceCommandLinkProps {
  deviceCommand: { readonly id: string; readonly supportCode: string }
  /** Support can read a command only by its code, so its links contain it. */
  coded?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Links to the details of a command. */
export function DeviceCommandLink({ deviceCommand, coded = false, className, children }: DeviceCommandLinkProps) {
  const t = useT()
  return (
    <Link
      className={className}
      to="/commands/$deviceCommandId"
      params={{ deviceCommandId: deviceCommand.id }}
      search={coded ? { code: deviceCommand.supportCode } : {}}
    >
      {children} <VisuallyHidden>{t('command-log.row.open', { code: deviceCommand.supportCode })}</VisuallyHidden>
    </Link>
  )
}
