import { Button, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import classes from './reservations.module.css'

interface NewLinkProps {
  url: string
  kind: 'eticket' | 'summary'
  revoked: boolean
}

/** A new link, as a code, to copy and to share. It is stored nowhere: once the dialog closes it is gone. */
export function NewLink({ url, kind, revoked }: NewLinkProps) {
  const t = useT()
  const { field, copied, copy } = useCopy(url)
  const title = t(`reservations.share.${kind}`)
  useEffect(() => field.current?.focus(), [field])
  if (revoked) return <Alert severity="info">{t('reservations.share.revoked')}</Alert>
  return (
    <section className={classes.link} aria-label={t('reservations.share.new')}>
      <QrCode text={url} label={t('reservations.share.qr', { title })} />
      <div className={classes.linkBlock}>
        <Alert severity="success">{t('reservations.share.once')}</Alert>
        <TextInput ref={field} label={title} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
        <div className={classes.row}>
          <Button variant="light" leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />} onClick={copy}>
            {t(copied ? 'reservations.share.copied' : 'reservations.share.copy')}
          </Button>
          {'share' in navigator && (
            <Button
              variant="default"
              leftSection={<Icon name="share" size={18} />}
              onClick={() => void navigator.share({ url, title }).catch(() => {})}
            >
              {t('reservations.share.hand')}
            </Button>
          )}
        </div>
        <span className={classes.quiet} role="status">
          {copied ? t('reservations.share.copied') : ''}
        </span>
      </div>
    </section>
  )
}
