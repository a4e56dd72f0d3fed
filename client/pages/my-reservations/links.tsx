import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { revokeShare } from '../../../contract/reservations.ts'
import { CommandAlert } from '../../commands/command-alert.tsx'
import { useCommand } from '../../commands/use-command.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import classes from './reservations.module.css'

type Share = ReservationView['shares'][number]

/** The active links of a reservation: kind, age, number of uses; each can be revoked at once (TICK-3). */
export function Links({ view }: { view: ReservationView }) {
  const t = useT()
  return (
    <section className={classes.links}>
      <h3 className={classes.linksTitle}>{t('reservations.share.open', { count: view.shares.length })}</h3>
      {view.shares.length > 0 && (
        <ul className={classes.linksList}>
          {view.shares.map((link) => (
            <OpenLink key={link.id} link={link} reservationId={view.id} zone={view.site.timeZone} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Asks in place: a second window over the dialog would hide its subject. */
function OpenLink({ link, reservationId, zone }: { link: Share; reservationId: number; zone: string }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const errand = useCommand(false, () => {})
  const sure = useRef<HTMLButtonElement>(null)
  // It stands where the button was that asked for it.
  useEffect(() => {
    if (asking) sure.current?.focus()
  }, [asking])
  const kind = t(`reservations.share.${link.kind}`)
  return (
    <li className={classes.linksItem}>
      <Icon className={classes.linksIcon} name={link.kind === 'eticket' ? 'ticket' : 'document'} />
      <div>
        <strong>{kind}</strong>
        <span className={classes.linksPart}>
          <Age at={link.createdAt} zone={zone} /> · {t('reservations.share.uses', { count: link.uses })} ·{' '}
          {t('reservations.share.until', { time: formatDateTime(link.expiresAt, zone) })}
        </span>
      </div>
      {asking ? (
        <div className={classes.row}>
          <Button variant="default" onClick={() => setAsking(false)}>
            {t('reservations.share.keep')}
          </Button>
          <Button
            color="error"
            loading={errand.busy}
            ref={sure}
            onClick={() => void errand.run(() => send(revokeShare, { reservationId, shareId: link.id }))}
          >
            {t('reservations.share.revokeNow')}
          </Button>
        </div>
      ) : (
        <Button
          variant="default"
          aria-label={t('reservations.share.revokeOf', { kind })}
          onClick={() => setAsking(true)}
        >
          {t('reservations.share.revoke')}
        </Button>
      )}
      <CommandAlert state={errand.state} title={t('reservations.share.revokeFailed')} />
    </li>
  )
}
