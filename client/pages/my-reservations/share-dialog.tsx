import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { share } from '../../../contract/reservations.ts'
import { CommandAlert } from '../../commands/command-alert.tsx'
import { useCommand } from '../../commands/use-command.ts'
import { formatSpan } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { ticketRefusal } from '../../reservation/actions.ts'
import { Choices } from '../../ui/choices.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Links } from './links.tsx'
import { NewLink } from './new-link.tsx'

type Kind = 'eticket' | 'summary'
interface Made {
  readonly kind: Kind
  readonly id: number
  readonly url: string
}

/** Links for other people: creates one, shows it once, lists and revokes active ones (TICK-1, TICK-3). */
export function ShareDialog({ view, onClose }: { view: ReservationView; onClose: () => void }) {
  const t = useT()
  const [now] = useState(serverNow)
  const noTicket = ticketRefusal(view, now)
  const [kind, setKind] = useState<Kind>(noTicket === null ? 'eticket' : 'summary')
  const [made, setMade] = useState<Made | null>(null)
  const errand = useCommand(false, () => errand.forget())
  const submit = () => {
    void errand.run(async () => {
      const answer = await send(share, { reservationId: view.id, kind })
      if (answer.ok) setMade({ kind, id: answer.reply.share.id, url: answer.reply.url })
      return answer
    })
  }
  const open = made !== null && view.shares.some(({ id }) => id === made.id)
  return (
    <Dialog
      title={t('reservations.share.title')}
      lead={`${view.device.name} · ${formatSpan(view.start, view.end, view.site.timeZone)}`}
      onClose={onClose}
      onSubmit={submit}
      cancel={t('ui.close')}
      act={false}
    >
      {made === null ? (
        <>
          <Choices<Kind>
            label={t('reservations.share.kind')}
            value={kind}
            onChange={setKind}
            choices={[
              {
                value: 'eticket',
                label: t('reservations.share.eticket'),
                text: t('reservations.share.eticket.text'),
                reason: noTicket && refusalText({ code: noTicket }),
              },
              { value: 'summary', label: t('reservations.share.summary'), text: t('reservations.share.summary.text') },
            ]}
          />
          <Button type="submit" leftSection={<Icon name="ticket" size={18} />} loading={errand.busy}>
            {t('reservations.share.act')}
          </Button>
        </>
      ) : (
        <>
          <NewLink key={made.id} url={made.url} kind={made.kind} revoked={!open} />
          <Button variant="default" onClick={() => setMade(null)}>
            {t('reservations.share.more')}
          </Button>
        </>
      )}
      <CommandAlert state={errand.state} title={t('reservations.share.failed')} />
      <Links view={view} />
    </Dialog>
  )
}
