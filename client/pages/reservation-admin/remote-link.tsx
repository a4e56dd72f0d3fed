import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import classes from './bookings.module.css'

interface RemoteLinkProps {
  reservationId: number
  url: string
  onClose: () => void
}

/** The link of a remote reservation, shown this once: to copy, to scan. */
export function RemoteLink({ reservationId, url, onClose }: RemoteLinkProps) {
  const t = useT()
  const { field, copied, copy } = useCopy(url)
  return (
    <Dialog
      title={t('common.reserved')}
      lead={t('bookings.reserve.done.lead')}
      onClose={onClose}
      onSubmit={copy}
      foot={
        <>
          <Button
            variant="default"
            component={Link}
            to="/reservations/$reservationId"
            params={{ reservationId: String(reservationId) } as never}
          >
            {t('bookings.reserve.done.open')}
          </Button>
          <Button onClick={onClose}>{t('bookings.reserve.done.close')}</Button>
        </>
      }
    >
      <div className={classes.qr}>
        <QrCode className={classes.code} text={url} label={t('bookings.reserve.done.qr')} />
      </div>
      <TextInput
        ref={field}
        label={t('bookings.reserve.done.link')}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button type="submit" variant="light" leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />}>
        {t(copied ? 'common.linkCopied' : 'common.copyLink')}
      </Button>
      <span className={classes.unseen} role="status">
        {copied ? t('common.linkCopied') : ''}
      </span>
    </Dialog>
  )
}
