import { Button } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import { save } from '../link/download.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icons.tsx'
import classes from './security.module.css'

/** New recovery codes, which are shown once: to be downloaded, printed or written down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useT()
  const keep = () => save(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'holdfast-recovery-codes.txt')
  return (
    <div className={classes.column}>
      <Alert severity="warning">{t('security.recovery.once')}</Alert>
      <ol className={classes.codes} aria-label={t('security.recovery.title')}>
        {codes.map((code) => (
          <li key={code} className={classes.code}>
            {code}
          </li>
        ))}
      </ol>
      <div className={classes.ways}>
        <Button variant="default" leftSection={<Icon name="download" size={20} />} onClick={keep}>
          {t('security.recovery.download')}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t('security.recovery.print')}
        </Button>
      </div>
    </div>
  )
}
