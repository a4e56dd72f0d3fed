import { Button } from '@mantine/core'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import classes from './ticket.module.css'

/** The link as it was sent: the address bar shows only a reference that works in this browser. */
export function CopyLink({ token }: { token: string }) {
  const t = useT()
  const url = location.origin + location.pathname.replace(/(\/(?:eticket|remote)\/)[^/]+/, `$1${token}`)
  const { field, copied, copy } = useCopy(url)
  return (
    <Panel title={t('guest.link.title')}>
      <p className={classes.unknown}>{t('guest.link.text')}</p>
      <input ref={field} className={classes.unseen} value={url} readOnly tabIndex={-1} aria-hidden="true" />
      <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />} onClick={copy}>
        {t('common.copyLink')}
      </Button>
      <span className={classes.unseen} role="status">
        {copied ? t('common.linkCopied') : ''}
      </span>
    </Panel>
  )
}
