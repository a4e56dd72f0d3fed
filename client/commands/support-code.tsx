import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './commands.module.css'

/** A support code that is copied by one click; it finds the command in log and audit trail. */
export function SupportCode({ code, className }: { code: string; className?: string | undefined }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const back = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(back)
  }, [copied])
  const copy = () => {
    void copyText(code).then(setCopied)
  }
  return (
    <Button
      className={`${classes.support} ${className ?? ''}`}
      variant="subtle"
      color="neutral"
      size="compact-sm"
      aria-label={t('devices.support.copy', { code })}
      onClick={copy}
      rightSection={copied ? <Icon name="check" size={14} /> : undefined}
    >
      {copied ? t('devices.support.copied') : code}
    </Button>
  )
}

/** Returns true if the text was copied; the clipboard is unavailable to pages on plain http. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
