import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Refusal } from '../../contract/refusals.ts'
import { useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { serverNow } from '../ui/clock.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import type { Door, Phase } from './may.ts'
import type { Opener } from './opener.ts'
import classes from './opening.module.css'
import { whyText } from './run-words.ts'
import { useAwake } from './use-awake.ts'
import { useSecond } from './use-second.ts'

interface DoorQrProps {
  opener: Opener
  door: Door
  phase: Phase
  opens: string
  carries: boolean
}

/** Links to the code for the reader of one device. */
export function DoorQr({ opener, door, phase, opens, carries }: DoorQrProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <section className={classes.waysSection}>
      <h3 className={classes.waysTitle}>
        <Icon className={classes.waysIcon} name="tag" />
        {t('open.qr')}
      </h3>
      {phase === 'early' ? (
        <p className={classes.waysText}>{t('open.pin.later', { time: opens })}</p>
      ) : (
        <Button
          variant="default"
          className={classes.wraps ?? ''}
          classNames={{ label: classes.wrapsLabel }}
          onClick={() => setOpen(true)}
        >
          {t('open.qr.show', { device: door.view.name })}
        </Button>
      )}
      {open && <Shown opener={opener} door={door} carries={carries} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** How long before a code ends the next one is requested, and the pause after a failure, ms. */
const renewMs = 10_000
const againMs = 3_000
interface Held {
  readonly code: string
  readonly until: number
}

function Shown({ opener, door, carries, onClose }: Omit<DoorQrProps, 'phase' | 'opens'> & { onClose: () => void }) {
  const t = useT()
  const now = useSecond()
  const [held, setHeld] = useState<Held | null>(null)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const [tries, setTries] = useState(0)
  useAwake(true)
  const { deviceId } = door.device
  useEffect(() => {
    void tries // each try asks once
    const mine = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    void opener.qr(deviceId, mine.signal).then((answer) => {
      if (mine.signal.aborted) return
      setRefusal(answer.ok ? null : answer.refusal)
      if (answer.ok) setHeld({ code: answer.reply.code, until: Date.parse(answer.reply.validUntil) })
      const left = answer.ok ? Math.max(againMs, Date.parse(answer.reply.validUntil) - serverNow() - renewMs) : againMs
      timer = setTimeout(() => setTries((count) => count + 1), left)
    })
    return () => {
      mine.abort()
      clearTimeout(timer)
    }
  }, [opener, deviceId, tries])
  const seconds = held === null ? 0 : Math.max(0, Math.ceil((held.until - now) / 1_000))
  return (
    <Dialog title={t('open.qr.label', { device: door.view.name })} lead={t('open.qr.hold')} onClose={onClose}>
      <div className={classes.qr}>
        {held !== null && seconds > 0 ? (
          <QrCode className={classes.qrCode} text={held.code} label={t('open.qr.label', { device: door.view.name })} />
        ) : (
          <div className={classes.qrGap} />
        )}
        <p className={`${classes.waysText} ${classes.qrText}`}>
          {held !== null && seconds > 0 ? t('open.qr.left', { seconds }) : t('open.qr.renewing')}
        </p>
        {refusal !== null && (
          <Alert severity="warning">
            {t('open.qr.failed', {
              reason: carries ? whyText(refusal.code, t) : t('open.off.no-connection'),
            })}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}
