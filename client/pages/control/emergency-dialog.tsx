import { TextInput } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { DeviceView } from '../../../contract/devices.ts'
import { useActionRefusal } from '../../commands/action-button.tsx'
import { useT } from '../../i18n/i18n.ts'
import { sameList, useRows } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './several.module.css'
import { type DevicesLive, useForecast } from './use-forecast.ts'

interface EmergencyDialogProps {
  live: DevicesLive
  sites: readonly { readonly id: number; readonly name: string }[]
  /** The site on screen. */
  site: number | null
  /** Devices of a site selected on the screen are selected here too; none = all of the site. */
  chosen: ReadonlySet<number>
  busy: boolean
  onGive: (siteId: number, ids: readonly number[], reason: string, word: string) => void
  onClose: () => void
}
const shortestReason = 5
const collator = new Intl.Collator(undefined, { numeric: true })
const byName = (a: DeviceView, b: DeviceView) => collator.compare(a.name, b.name) || a.id - b.id

/** Opens devices of one site in spite of the rules: requires a reason and the name of the site, typed exactly. */
export function EmergencyDialog({ live, sites, site, chosen, busy, onGive, onClose }: EmergencyDialogProps) {
  const t = useT()
  const [siteId, setSiteId] = useState(() => site ?? siteOf(live, chosen) ?? sites[0]?.id ?? 0)
  const [reason, setReason] = useState('')
  const [word, setWord] = useState('')
  const [tried, setTried] = useState(false)
  const [picked, setPicked] = useState<ReadonlySet<number>>(() => startOf(live, siteId, chosen))
  const name = sites.find(({ id }) => id === siteId)?.name ?? ''
  const found = useForecast(live, picked, 'open', 'emergency')
  const short = reason.trim().length < shortestReason
  const wrong = word !== name
  const count = found.will.length
  const give = () => {
    setTried(true)
    if (!short && !wrong && count > 0 && !busy) onGive(siteId, found.will, reason.trim(), word)
  }
  const move = (id: number) => {
    setSiteId(id)
    setPicked(startOf(live, id, chosen))
    setWord('')
  }
  return (
    <Dialog
      title={t('control.emergency.title')}
      lead={t('control.emergency.text')}
      onClose={onClose}
      onSubmit={give}
      act={{ label: t('control.emergency.act', { count }), color: 'error', icon: 'alert', busy }}
    >
      <SelectField
        label={t('common.site')}
        value={String(siteId)}
        onChange={(next) => move(Number(next))}
        data={sites.map(({ id, name: label }) => ({ value: String(id), label }))}
      />
      <Devices live={live} siteId={siteId} picked={picked} onPick={setPicked} />
      {count === 0 && (
        <Alert severity="warning">
          {t(picked.size === 0 ? 'control.emergency.none' : 'control.emergency.noneReached')}
        </Alert>
      )}
      <TextInput
        label={t('common.reason')}
        description={t('control.anyway.noteHint')}
        value={reason}
        maxLength={255}
        required
        withAsterisk={false}
        error={tried && short ? t('ui.field.tooShort', { count: shortestReason }) : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextInput
        label={t('control.emergency.word', { site: name })}
        description={t('control.emergency.wordHint')}
        value={word}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        error={tried && wrong ? t('ui.safety.wrong') : undefined}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
    </Dialog>
  )
}

interface DevicesProps {
  live: DevicesLive
  siteId: number
  picked: ReadonlySet<number>
  onPick: (picked: ReadonlySet<number>) => void
}

/** The devices of the site with their state; unreachable ones show why. */
function Devices({ live, siteId, picked, onPick }: DevicesProps) {
  const t = useT()
  const reasonOf = useActionRefusal()
  const derive = useCallback(
    (rows: DeviceView[]) => rows.filter((device) => device.site.id === siteId).sort(byName),
    [siteId],
  )
  const devices = useRows(live, 'device', derive, sameList)
  const all = useMemo(() => new Set(devices.map(({ id }) => id)), [devices])
  const { cannot } = useForecast(live, all, 'open', 'emergency')
  const reasons = new Map(cannot.flatMap(({ refusal, ids }) => ids.map((id) => [id, refusal] as const)))
  const allPicked = devices.every(({ id }) => picked.has(id))
  const toggle = (id: number) => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    onPick(next)
  }
  return (
    <fieldset className={classes.pick}>
      <legend className={classes.pickLegend}>{t('control.emergency.devices', { count: devices.length })}</legend>
      <label className={`${classes.pickLabel} ${classes.pickAll}`}>
        <input
          className={classes.pickInput}
          type="checkbox"
          checked={allPicked}
          onChange={() => onPick(allPicked ? new Set() : all)}
        />
        <strong>{t('control.emergency.all')}</strong>
      </label>
      <div className={classes.pickList}>
        {devices.map((device) => {
          const refusal = reasons.get(device.id)
          return (
            <label className={classes.pickLabel} key={device.id}>
              <input
                className={classes.pickInput}
                type="checkbox"
                checked={picked.has(device.id)}
                onChange={() => toggle(device.id)}
              />
              <span>
                {device.name}
                {refusal !== undefined && <small className={classes.pickNote}>{reasonOf(refusal, 'open')}</small>}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

function rowsOf(live: DevicesLive): DeviceView[] {
  return [...live.view.rows('device').values()].flatMap(({ view }) => view ?? [])
}

function siteOf(live: DevicesLive, chosen: ReadonlySet<number>): number | undefined {
  return rowsOf(live).find(({ id }) => chosen.has(id))?.site.id
}

function startOf(live: DevicesLive, siteId: number, chosen: ReadonlySet<number>): ReadonlySet<number> {
  const here = rowsOf(live).filter((device) => device.site.id === siteId)
  const marked = here.filter(({ id }) => chosen.has(id))
  return new Set((marked.length > 0 ? marked : here).map(({ id }) => id))
}
