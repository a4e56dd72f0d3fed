import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type * as z from 'zod'
import { removeManager, team, withdraw } from '../../../contract/invitations.ts'
import type { CommandDef } from '../../../contract/kit.ts'
import { formatDate } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { session } from '../../stores/session.ts'
import { useQuery } from '../../stores/use-query.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import classes from './zone-team.module.css'

interface ZoneTeamProps {
  zone: { id: number; name: string }
  /** Changes when the team may have. */
  moved: number
}

/** The reservation managers of a zone and its open invitations, with what can be done about them (ACC-5). */
export function ZoneTeam({ zone, moved }: ZoneTeamProps) {
  const t = useT()
  const { user } = useSnapshot(session)
  const [inviting, setInviting] = useState(false)
  const { view, refusal, retry } = useQuery(team, { zoneId: zone.id }, moved)
  const run = async <D extends CommandDef>(def: D, input: z.input<D['input']>, done: string) => {
    const answer = await send(def, input)
    if (!answer.ok) return notify.refusal(answer.refusal)
    notify.success(done)
    retry()
  }
  if (!view)
    return (
      <Panel title={t('invitations.team')}>
        {refusal ? (
          <ErrorState text={refusalText(refusal)} onRetry={retry} />
        ) : (
          <RowsSkeleton rows={3} height="2.75rem" />
        )}
      </Panel>
    )
  return (
    <Panel title={t('invitations.team')}>
      {view.managers.length === 0 && <p className={classes.quiet}>{t('invitations.team.empty')}</p>}
      <ul className={classes.people}>
        {view.managers.map(({ id, name, email, type, zones }) => (
          <li key={id} className={classes.person}>
            <div>
              <div>{name}</div>
              <div className={classes.quiet}>{email}</div>
              {type === 'SUPER' && <div className={classes.quiet}>{t('invitations.super')}</div>}
            </div>
            {id !== user?.id && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('invitations.remove.label', { name })}
                onClick={async () => {
                  const yes = await confirm({
                    title: t('invitations.remove.label', { name }),
                    text: t('invitations.remove.text', { count: zones.length }),
                    act: t('invitations.remove'),
                    tone: 'error',
                  })
                  if (yes)
                    await run(removeManager, { userId: id, zoneIds: [zone.id] }, t('invitations.removed', { name }))
                }}
              >
                {t('invitations.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {view.invitations.length > 0 && <h3 className={classes.title}>{t('invitations.open')}</h3>}
      <ul className={classes.people}>
        {view.invitations.map(({ id, email, expiresAt, expired }) => (
          <li key={id} className={classes.person}>
            <div>
              <div>{email}</div>
              <div className={classes.quiet}>
                {t(expired ? 'invitations.open.expired' : 'invitations.open.until', { date: formatDate(expiresAt) })}
              </div>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('invitations.withdraw.label', { email })}
              onClick={async () => {
                const yes = await confirm({
                  title: t('invitations.withdraw.label', { email }),
                  text: t('invitations.withdraw.text'),
                  act: t('invitations.withdraw'),
                })
                if (yes) await run(withdraw, { invitationId: id }, t('invitations.withdrawn', { email }))
              }}
            >
              {t('invitations.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        className={classes.invite ?? ''}
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => setInviting(true)}
      >
        {t('invitations.invite')}
      </Button>
      {inviting && <InviteDialog zone={zone} onClose={() => setInviting(false)} />}
    </Panel>
  )
}
