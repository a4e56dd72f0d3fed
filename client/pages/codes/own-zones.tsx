import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { privateZones, removeCode } from '../../../contract/access.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './codes.module.css'

type Zone = z.output<(typeof privateZones)['reply']>[number]
const signs: Readonly<Record<Zone['by'], IconName>> = {
  code: 'key',
  whitelist: 'user',
  enrolment: 'check',
  member: 'zone',
}

/** The private zones that are open to a visitor; their own codes can be removed. */
export function OwnZones() {
  const t = useT()
  const asked = useQuery(privateZones, {})
  return (
    <Panel title={t('codes.open.title')}>
      {asked.view === null && asked.refusal === null && <RowsSkeleton rows={2} height="4rem" />}
      {asked.view === null && asked.refusal && (
        <ErrorState text={refusalText(asked.refusal)} supportCode={asked.refusal.supportCode} onRetry={asked.retry} />
      )}
      {asked.view?.length === 0 && (
        <EmptyState icon="key" title={t('codes.open.none.title')} text={t('codes.open.none.text')} />
      )}
      {asked.view && asked.view.length > 0 && (
        <ul className={classes.zones}>
          {asked.view.map((zone) => (
            <OpenZone key={zone.zone.id} zone={zone} onChange={asked.retry} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function OpenZone({ zone: { zone, tenant, sites, by, codes }, onChange }: { zone: Zone; onChange: () => void }) {
  const t = useT()
  return (
    <li className={classes.zonesItem}>
      <span className={classes.sign}>
        <Icon name={signs[by]} size={22} />
      </span>
      <div>
        <strong>{zone.name}</strong>
        <span className={classes.zonesPart}>
          {tenant.name} · {t('codes.open.sites', { count: sites })} · {t(`codes.by.${by}`)}
        </span>
      </div>
      {codes.length > 0 && (
        <ul className={classes.codes}>
          {codes.map((code) => (
            <OwnCode key={code.id} code={code} zone={zone.name} onChange={onChange} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface OwnCodeProps {
  code: Zone['codes'][number]
  zone: string
  onChange: () => void
}

function OwnCode({ code, zone, onChange }: OwnCodeProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const words = { code: code.name, zone }
  const remove = async () => {
    const sure = await confirm({
      title: t('codes.remove.title', { code: code.name }),
      text: t('codes.remove.text', { zone }),
      act: t('codes.remove.act'),
      tone: 'error',
    })
    if (!sure) return
    setBusy(true)
    const answer = await send(removeCode, { codeId: code.id })
    setBusy(false)
    if (answer.ok) notify.success(t('codes.remove.done', { code: words.code }))
    else notify.refusal(answer.refusal, { title: t('codes.remove.failed') })
    onChange()
  }
  return (
    <li className={classes.codesItem}>
      <span>
        <code className={classes.codesCode}>{code.name}</code>
        {code.event && <small className={classes.codesNote}>{t('codes.code.event', { event: code.event.name })}</small>}
      </span>
      <Button
        variant="default"
        loading={busy}
        aria-label={t('codes.code.removeOf', { code: code.name })}
        onClick={() => void remove()}
      >
        {t('common.remove')}
      </Button>
    </li>
  )
}
