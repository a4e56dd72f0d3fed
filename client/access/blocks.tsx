import { useSnapshot } from 'valtio'
import { blocks } from '../../contract/access.ts'
import { bookers, mayAccess } from '../../contract/features.ts'
import { formatDate } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { session } from '../stores/session.ts'
import { useQuery } from '../stores/use-query.ts'
import { Alert } from '../ui/alert.tsx'
import classes from './blocks.module.css'

/** Where the person is blocked, by whom, why, and whom to ask (ACC-11); empty for everybody else. */
export function Blocks() {
  const t = useT()
  const { features } = useSnapshot(session)
  const asked = useQuery(blocks, mayAccess(bookers, new Set(features)) ? {} : null)
  if (!asked.view || asked.view.length === 0) return null
  return (
    <div className={classes.blocks}>
      {asked.view.map(({ zone, by, email, phone, reason, at }) => (
        <Alert key={zone.id} severity="warning" title={t('codes.blocked.title', { zone: zone.name })}>
          <p className={classes.blocksText}>{t('codes.blocked.text', { reason })}</p>
          <p className={classes.blocksText}>
            {by === null
              ? t('codes.blocked.byNobody', { date: formatDate(at) })
              : t('codes.blocked.by', { name: by, date: formatDate(at) })}
          </p>
          {(email !== null || phone !== null) && (
            <p className={`${classes.contact} ${classes.blocksText}`}>
              <span>{t('codes.blocked.ask')}</span>
              {email !== null && (
                <a className={classes.contactLink} href={`mailto:${email}`}>
                  {email}
                </a>
              )}
              {phone !== null && (
                <a className={classes.contactLink} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                  {phone}
                </a>
              )}
            </p>
          )}
        </Alert>
      ))}
    </div>
  )
}
