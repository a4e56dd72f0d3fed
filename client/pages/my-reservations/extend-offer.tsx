import { Button } from '@mantine/core'
import type * as z from 'zod'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import type { extension } from '../../../contract/reservations.ts'
import { RadioField } from '../../forms/radio-field.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { formatDateTime, formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { DeviceLabel } from '../../ui/device-label.tsx'
import { Money } from '../../ui/money.tsx'
import type { ExtendValues } from './extend-fields.ts'
import classes from './reservations.module.css'

type Answer = z.output<typeof extension.reply>

interface ExtendOfferProps {
  view: ReservationView
  answer: Answer
  form: CommandForm<ExtendValues>
  deviceId: number | null
  onMove: (deviceId: number) => void
}

/** The result for the wanted end: possible here, at another place, or the rule against it and the nearest possible end. */
export function ExtendOffer({ view, form, answer, deviceId, onMove }: ExtendOfferProps) {
  const t = useT()
  const { refusal, fix, moves } = answer
  if (refusal === null) {
    return (
      <Alert severity="success" title={t('reservations.extend.here', { device: view.device.name })}>
        {answer.priceCents === 0
          ? t('reservations.extend.free')
          : t('reservations.extend.price', {
              price: formatEuros(answer.priceCents),
              tax: formatEuros(answer.taxCents),
            })}
      </Alert>
    )
  }
  const end = fix !== null && 'end' in fix && Date.parse(fix.end) > Date.parse(view.end) ? fix.end : null
  return (
    <>
      <Alert severity="warning" title={t('reservations.extend.notHere', { device: view.device.name })}>
        {refusalText(refusal)}
        {end !== null && (
          <div className={classes.fix}>
            <Button variant="default" onClick={() => form.mantine.setFieldValue('end', end)}>
              {t('reservations.extend.fix', { end: formatDateTime(end, view.site.timeZone) })}
            </Button>
          </div>
        )}
      </Alert>
      {moves.length > 0 && (
        <RadioField
          form={form}
          path="deviceId"
          chosen={deviceId}
          onChoose={onMove}
          choices={moves.map(({ device, priceCents }) => ({
            value: device.id,
            label: <DeviceLabel device={device} />,
            aside: <Money cents={priceCents} free />,
          }))}
        />
      )}
    </>
  )
}
