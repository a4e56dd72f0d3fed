import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { places } from '../../../contract/reservations/book.ts'
import type { BookedDevice } from '../../../contract/reservations/view.ts'
import { reserveRemotely } from '../../../contract/reservations.ts'
import { sites } from '../../../contract/sites.ts'
import { fieldOf, momentOfField } from '../../charts/zone.ts'
import { CommandAlert } from '../../commands/command-alert.tsx'
import { useCommand } from '../../commands/use-command.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { send } from '../../link/send.ts'
import { useClaimsChanged } from '../../reservation/use-claims-changed.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './bookings.module.css'
import { RemoteLink } from './remote-link.tsx'

interface Place {
  site: { id: number; name: string }
  timeZone: string
  device: BookedDevice
}
interface ReserveDialogProps {
  /** The place whose calendar is open; without it site and place are chosen here. */
  place?: Place
  /** First moment offered, ms. */
  start?: number
  /** `made` = when what was reserved begins, ms; without it nothing was. */
  onClose: (made?: number) => void
}

const quarterMs = 15 * 60_000
const hourMs = 60 * 60_000

/** An operator reserves for somebody without account and gets a link to hand over (RES-8). */
export function ReserveDialog({ place, start, onClose }: ReserveDialogProps) {
  const t = useT()
  const all = useQuery(sites, place ? null : { limit: 500 })
  const [siteId, setSiteId] = useState<number | null>(null)
  const [deviceId, setDeviceId] = useState<number | null>(null)
  const chosen =
    all.view?.items.find(({ id }) => id === siteId) ?? (all.view?.items.length === 1 ? all.view.items[0] : undefined)
  const site = place?.site ?? chosen
  const zone = place?.timeZone ?? chosen?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const [first] = useState(() => start ?? Math.ceil(serverNow() / quarterMs) * quarterMs)
  const [from, setFrom] = useState(() => fieldOf(first, zone))
  const [until, setUntil] = useState(() => fieldOf(first + hourMs, zone))
  const [note, setNote] = useState('')
  const [plate, setPlate] = useState('')
  const [made, setMade] = useState<{ reservationId: number; url: string; start: number } | null>(null)
  const [tried, setTried] = useState(false)
  const [begin, end] = [momentOfField(from, zone), momentOfField(until, zone)]
  const wrong = begin !== null && end !== null && begin >= end
  const span = begin === null || end === null || wrong ? null : { start: iso(begin), end: iso(end) }
  const errand = useCommand(false, () => {})
  const device = place?.device.id ?? deviceId
  const submit = () => {
    setTried(true)
    if (made || site === undefined || device === null || span === null) return
    void errand.run(async () => {
      const answer = await send(reserveRemotely, {
        siteId: site.id,
        deviceId: device,
        ...span,
        note: note.trim() || null,
        licencePlate: plate.trim() || null,
      })
      if (answer.ok) setMade({ ...answer.reply, start: Date.parse(span.start) })
      return answer
    })
  }
  if (made) {
    const { start, ...link } = made
    return <RemoteLink {...link} onClose={() => onClose(start)} />
  }
  const missing = (value: unknown) => (tried && !value ? t('ui.field.required') : undefined)
  const when = (label: string, value: string, set: (value: string) => void, error?: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      value={value}
      error={error ?? missing(value)}
      onChange={(event) => {
        set(event.currentTarget.value)
        errand.forget()
      }}
    />
  )
  return (
    <Dialog
      title={t('bookings.reserve.title')}
      lead={place ? `${place.device.name} · ${place.site.name}` : t('bookings.reserve.lead')}
      onClose={() => onClose()}
      onSubmit={submit}
      act={{ label: t('bookings.reserve.act'), busy: errand.busy }}
    >
      {!place && (
        <SelectField
          label={t('common.site')}
          value={String(site?.id ?? '')}
          error={missing(site)}
          data={[
            { value: '', label: t('common.choose'), disabled: true },
            ...(all.view?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(next) => {
            setSiteId(Number(next))
            setDeviceId(null)
          }}
        />
      )}
      <div className={classes.pair}>
        {when(t('common.from'), from, setFrom)}
        {when(t('common.until'), until, setUntil, wrong ? t('refusal.start-after-end') : undefined)}
      </div>
      <p className={classes.hint}>{t('bookings.detail.zoneOff', { zone })}</p>
      {!place && site && span && (
        <PlaceField siteId={site.id} span={span} value={deviceId} error={missing(deviceId)} onChange={setDeviceId} />
      )}
      <TextInput
        label={t('common.note')}
        value={note}
        maxLength={255}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <TextInput
        label={t('bookings.fact.plate')}
        value={plate}
        maxLength={45}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setPlate(event.currentTarget.value)}
      />
      <CommandAlert state={errand.state} title={t('bookings.reserve.failed')} />
    </Dialog>
  )
}

const iso = (at: number) => new Date(at).toISOString()

interface PlaceFieldProps {
  siteId: number
  span: { start: string; end: string }
  value: number | null
  error: string | undefined
  onChange: (deviceId: number) => void
}

/** The places of a site with whether they are free in the span; follows what others take meanwhile. */
function PlaceField({ siteId, span, value, error, onChange }: PlaceFieldProps) {
  const t = useT()
  const { moved } = useClaimsChanged()
  const found = useQuery(places, { siteId, ...span }, moved)
  if (found.refusal) return <Alert severity="error">{refusalText(found.refusal)}</Alert>
  const all = found.view?.places ?? []
  const free = all.filter(({ state }) => state === 'free').length
  const labelOf = (name: string, state: (typeof all)[number]['state']) => {
    if (state === 'taken') return t('bookings.reserve.taken', { place: name })
    if (state === 'held') return t('bookings.reserve.held', { place: name })
    return state === 'free' ? name : t('bookings.reserve.off', { place: name })
  }
  return (
    <SelectField
      label={t('common.place')}
      description={
        found.view === null || found.former
          ? t('bookings.reserve.asking')
          : t('bookings.reserve.placeHint', { free, all: all.length })
      }
      value={String(value ?? '')}
      error={error}
      data={[
        { value: '', label: t('common.choose'), disabled: true },
        ...all.map(({ device, state }) => ({
          value: String(device.id),
          label: labelOf(`${device.name} · ${nameIn(device.type)}`, state),
          // Whatever else stands against it the server says when it is asked: rules for visitors may not be rules for operators.
          disabled: state === 'taken' || state === 'held',
        })),
      ]}
      onChange={(next) => onChange(Number(next))}
    />
  )
}
