import { useState } from 'react'
import { maxLength } from '../../../contract/fields.ts'
import { places } from '../../../contract/reservations/book.ts'
import type { BookedDevice } from '../../../contract/reservations/view.ts'
import { reserveRemotely } from '../../../contract/reservations.ts'
import { sites } from '../../../contract/sites.ts'
import { fieldOf, momentOfField } from '../../dates/wall.ts'
import { MomentField } from '../../forms/date-fields.tsx'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { FormDialog } from '../../forms/form-page.tsx'
import { PlateField } from '../../forms/plate-field.tsx'
import { type CommandForm, useCommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { useClaimsChanged } from '../../reservation/use-claims-changed.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { serverNow } from '../../ui/clock.ts'
import classes from './bookings.module.css'
import { RemoteLink } from './remote-link.tsx'

/** The inputs of a reservation for somebody without account. */
export const reserveFields = formFields(reserveRemotely, {
  siteId: 'common.site',
  start: 'common.from',
  end: 'common.until',
  deviceId: 'common.place',
  note: 'common.note',
  licencePlate: 'bookings.fact.plate',
})

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
interface Values extends Record<string, unknown> {
  siteId: number | null
  deviceId: number | null
  start: string | null
  end: string | null
  note: string
  licencePlate: string
}

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const hourMs = 60 * minuteMs
const iso = (at: number) => new Date(at).toISOString()

/** An operator reserves for somebody without account and gets a link to hand over (RES-8). */
export function ReserveDialog({ place, start, onClose }: ReserveDialogProps) {
  const t = useT()
  const all = useQuery(sites, place ? null : { limit: 500 })
  const offered = all.view?.items ?? []
  const only = offered.length === 1 ? offered[0] : undefined
  const [made, setMade] = useState<{ reservationId: number; url: string; start: number } | null>(null)
  const [initial] = useState<Values>(() => {
    const first = start ?? Math.ceil(serverNow() / quarterMs) * quarterMs
    const chosen = { siteId: place?.site.id ?? null, deviceId: place?.device.id ?? null }
    return { ...chosen, start: iso(first), end: iso(first + hourMs), note: '', licencePlate: '' }
  })
  const form = useCommandForm({
    def: reserveRemotely,
    fields: reserveFields,
    initial,
    mode: 'add',
    // What is missing is refused on its field.
    toInput: (values) => ({ ...values, siteId: values.siteId ?? only?.id }) as never,
    onDone: (reply, values) => setMade({ ...reply, start: Date.parse(values.start ?? '') }),
  })
  const values = form.mantine.getValues()
  const zoneOf = (siteId: number | null) =>
    (offered.find(({ id }) => id === siteId) ?? only)?.timeZone ?? place?.timeZone ?? readerZone()
  const zone = zoneOf(values.siteId)
  const site = values.siteId ?? only?.id ?? null
  if (made) {
    const { start: begin, ...link } = made
    return <RemoteLink {...link} onClose={() => onClose(begin)} />
  }
  /** What was typed is meant on the clock of the site, also when the site is chosen later. */
  const chooseSite = (siteId: string | number | null) => {
    const moved = (at: string | null) => {
      const moment = at === null ? null : momentOfField(fieldOf(Date.parse(at), zone), zoneOf(Number(siteId)))
      return moment === null ? null : iso(moment)
    }
    form.mantine.setValues({ deviceId: null, start: moved(values.start), end: moved(values.end) } as Partial<Values>)
  }
  const begin = values.start === null ? null : Date.parse(values.start)
  const { end } = values
  const span = begin === null || end === null || Date.parse(end) <= begin ? null : { start: iso(begin), end }
  return (
    <FormDialog
      form={form}
      title={t('bookings.reserve.title')}
      lead={place ? `${place.device.name} · ${place.site.name}` : t('bookings.reserve.lead')}
      act={t('bookings.reserve.act')}
      failed={t('bookings.reserve.failed')}
      onClose={() => onClose()}
    >
      {!place && (
        <ChoiceField
          form={form}
          path="siteId"
          options={offered.map(({ id, name }) => [id, name])}
          chosen={only?.id}
          onChoose={chooseSite}
        />
      )}
      <div className={classes.pair}>
        <MomentField form={form} path="start" zone={zone} />
        <MomentField form={form} path="end" zone={zone} {...(begin === null ? {} : { min: begin + minuteMs })} />
      </div>
      <p className={classes.hint}>{t('bookings.detail.zoneOff', { zone })}</p>
      {!place && site !== null && span && <PlaceField form={form} siteId={site} span={span} />}
      <TextField form={form} path="note" maxLength={maxLength.note} />
      <PlateField form={form} path="licencePlate" />
    </FormDialog>
  )
}

interface PlaceFieldProps {
  form: CommandForm<Values>
  siteId: number
  span: { start: string; end: string }
}

/** The places of a site with whether they are free in the span; follows what others take meanwhile. */
function PlaceField({ form, siteId, span }: PlaceFieldProps) {
  const t = useT()
  const { moved } = useClaimsChanged()
  const found = useQuery(places, { siteId, ...span }, moved)
  if (found.refusal) return <Alert severity="error">{refusalText(found.refusal)}</Alert>
  const all = found.view?.places ?? []
  const free = all.filter(({ state }) => state === 'free').length
  const nameOf = (name: string, state: (typeof all)[number]['state']) => {
    if (state === 'taken') return t('bookings.reserve.taken', { place: name })
    if (state === 'held') return t('bookings.reserve.held', { place: name })
    return state === 'free' ? name : t('bookings.reserve.off', { place: name })
  }
  return (
    <ChoiceField
      form={form}
      path="deviceId"
      description={
        found.view === null || found.former
          ? t('bookings.reserve.asking')
          : t('bookings.reserve.placeHint', { free, all: all.length })
      }
      options={all.map(({ device, state }) => [
        device.id,
        nameOf(`${device.name} · ${nameIn(device.type)}`, state),
        // Whatever else stands against it the server says when it is asked: rules for visitors may not be rules for operators.
        state === 'taken' || state === 'held',
      ])}
    />
  )
}
