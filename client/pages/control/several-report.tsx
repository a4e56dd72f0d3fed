import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { commandLogReaders, mayAccess } from '../../../contract/features.ts'
import type { Action } from '../../../machines/device.ts'
import { SupportCode } from '../../commands/support-code.tsx'
import { actionIcons } from '../../devices/actions.ts'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { announce } from '../../ui/announce.ts'
import { Icon } from '../../ui/icons.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import classes from './several.module.css'
import type { Given, Progress } from './several.ts'
import { type DevicesLive, useForecast } from './use-forecast.ts'
import { useProgress } from './use-progress.ts'

interface SeveralReportProps {
  live: DevicesLive
  given: Given
  /** Asks whether to repeat it for these. */
  onAgain: (action: Action, ids: readonly number[]) => void
  onClose: () => void
}

/** Progress of a command for several devices: one line with its bar, below it the failures, each with its support code. */
export function SeveralReport({ live, given, onAgain, onClose }: SeveralReportProps) {
  const t = useT()
  const progress = useProgress(live, given)
  const { action, emergency } = given
  const { total, confirmed, waiting, troubles } = progress
  const [open, setOpen] = useState(true)
  const title = emergency
    ? t('control.several.emergency', { count: total })
    : t('control.several.title', { action, count: total })
  const said = t('control.several.sum', { confirmed, failed: troubles.length, waiting, total })
  const end = useEffectEvent(() => announce(`${title}: ${said}`))
  const over = waiting === 0
  useEffect(() => {
    if (over) end()
  }, [over])
  const tone = troubles.length > 0 ? 'warning' : over ? 'success' : 'info'
  return (
    <section className={classes.report} data-tone={tone} aria-label={title}>
      <div className={classes.reportHead}>
        <Icon
          className={classes.reportHeadIcon}
          name={over ? (troubles.length > 0 ? 'alert' : 'check') : actionIcons[action]}
          size={20}
        />
        <div className={classes.reportHeadBlock}>
          <strong>{title}</strong> <span className={classes.reportHeadPart}>{said}</span>
        </div>
        {troubles.length > 0 && (
          <Button variant="subtle" color="neutral" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'control.several.less' : 'control.several.more')}
          </Button>
        )}
        <ActionIcon aria-label={t('control.several.close')} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <progress className={classes.bar} aria-label={title} aria-valuetext={said} max={total} value={total - waiting} />
      {open && troubles.length > 0 && <Troubles live={live} given={given} progress={progress} onAgain={onAgain} />}
    </section>
  )
}

function Troubles({
  live,
  given,
  progress: { troubles, waiting },
  onAgain,
}: Pick<SeveralReportProps, 'live' | 'given' | 'onAgain'> & { progress: Progress }) {
  const t = useT()
  const { action, emergency, names, runId } = given
  const reads = mayAccess(commandLogReaders, new Set(useSnapshot(session).features))
  const failed = useMemo(() => new Set(troubles.map(({ deviceId }) => deviceId)), [troubles])
  const again = useForecast(live, failed, action)
  const reason = waiting > 0 ? t('control.several.wait') : again.will.length === 0 ? t('control.many.nothing') : null
  return (
    <div className={classes.troubles}>
      <ul className={classes.troublesList} aria-label={t('control.several.troubles')}>
        {troubles.slice(0, maxTroubles).map(({ deviceId, state, reason: why, supportCode }) => {
          const words = deviceCommandWords({ action, state, reason: why, late: false }, t)
          return (
            <li className={classes.troublesItem} key={deviceId} data-tone={words.tone}>
              <strong>{names.get(deviceId) ?? deviceId}</strong>
              <span className={classes.troublesPart}>
                <Icon className={classes.troublesIcon} name={words.icon} size={16} /> {words.text}
              </span>
              <SupportCode code={supportCode} />
            </li>
          )
        })}
      </ul>
      <div className={classes.ways}>
        {troubles.length > maxTroubles && (
          <span className={classes.waysPart}>
            {t('control.several.shown', { shown: maxTroubles, total: troubles.length })}
          </span>
        )}
        {reads && (
          <Link className={classes.waysLink} to="/commands" search={{ runId }}>
            {t('control.several.all')}
          </Link>
        )}
        {!emergency && (
          <ReasonButton icon="refresh" reason={reason} onAct={() => onAgain(action, [...failed])}>
            {t('control.several.again', { count: again.will.length })}
          </ReasonButton>
        )}
      </div>
    </div>
  )
}

const maxTroubles = 100
