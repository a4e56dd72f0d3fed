import { Textarea, TextInput } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { defaultPlate } from '../../../contract/profile.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { personal } from '../../../contract/reservations.ts'
import { PlateHint } from '../../forms/plate-field.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { ask } from '../../link/ask.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './hold.module.css'
import type { TypedFields } from './use-typed.ts'

const noteLength = 255

interface DetailsProps {
  row: ReservationView
  typed: TypedFields
  plate: RefObject<HTMLInputElement | null>
  /** The plate is required and missing. */
  missing: boolean
}

/** Plate, note, RFID token, access by position: required fields are open, the rest is one tap away. */
export function Details({ row, typed, plate, missing }: DetailsProps) {
  const t = useT()
  const { values, set, enter } = typed
  const { licencePlateMandatory, lprEnabled, gpsEnabled } = row.rules
  const plateOpen = licencePlateMandatory || lprEnabled
  usePlateOfBefore(row, typed, plateOpen)
  const failed = typed.refused !== null
  const field = (name: 'note' | 'licencePlate' | 'rfidToken') => ({
    value: values[name],
    onFocus: () => enter(name),
    onBlur: () => {
      enter(null)
      void typed.flush()
    },
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const unreadable = typed.refused?.code.startsWith('plate-') ? typed.refused : null
  const plateField = (
    <div className={classes.fields}>
      <TextInput
        ref={plate}
        label={t('booking.plate')}
        description={licencePlateMandatory ? t('booking.plate.needed') : undefined}
        maxLength={45}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required={licencePlateMandatory}
        withAsterisk={false}
        error={
          unreadable
            ? refusalText(unreadable)
            : missing && values.licencePlate !== '' && refusalText({ code: 'licence-plate-required' })
        }
        {...field('licencePlate')}
      />
      <PlateHint text={values.licencePlate} onUse={(licencePlate) => set({ licencePlate })} />
    </div>
  )
  const more = values.note !== '' || values.rfidToken !== '' || (!plateOpen && values.licencePlate !== '')
  return (
    <Panel
      title={t('booking.details')}
      aside={
        <span className={classes.saved} role="status">
          {failed ? (
            t('booking.notSaved')
          ) : typed.saved ? (
            <Saved shown={more || values.licencePlate !== ''} />
          ) : (
            t('booking.saving')
          )}
        </span>
      }
    >
      <div className={classes.fields}>
        {plateOpen && plateField}
        {gpsEnabled && (
          <label className={classes.option}>
            <input
              className={classes.optionInput}
              type="checkbox"
              checked={values.useAutomaticAccess}
              onChange={(event) => set({ useAutomaticAccess: event.currentTarget.checked })}
            />
            <span>{t('booking.gps')}</span>
          </label>
        )}
        <Disclosure label={t(plateOpen ? 'booking.details.more' : 'booking.details.morePlate')} open={more}>
          <div className={classes.fields}>
            {!plateOpen && plateField}
            <Textarea
              label={t('common.note')}
              description={<span className={classes.counter}>{`${values.note.length} / ${noteLength}`}</span>}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={noteLength}
              rows={3}
              {...field('note')}
            />
            <TextInput
              label={t('common.rfid')}
              description={t('booking.rfid.hint')}
              maxLength={255}
              autoComplete="off"
              spellCheck={false}
              {...field('rfidToken')}
            />
          </div>
        </Disclosure>
      </div>
    </Panel>
  )
}

function Saved({ shown }: { shown: boolean }) {
  const t = useT()
  if (!shown) return null
  return (
    <>
      <Icon name="check" size={16} />
      {t('booking.saved')}
    </>
  )
}

/** Where a plate is used, the default one of the profile is prefilled, else that of the last booking. */
function usePlateOfBefore(row: ReservationView, typed: TypedFields, wanted: boolean): void {
  const asked = useRef(false)
  const { values, set } = typed
  const empty = values.licencePlate === ''
  useEffect(() => {
    if (asked.current || !wanted) return
    asked.current = true
    if (!empty) return
    void plateOfBefore(row.id).then((licencePlate) => {
      if (licencePlate !== null) set({ licencePlate })
    })
  }, [wanted, empty, row.id, set])
}

async function plateOfBefore(reservationId: number): Promise<string | null> {
  const own = await ask(defaultPlate, {})
  if (own.ok && own.view.plate !== null) return own.view.plate
  const answer = await ask(personal, { states: ['RESERVED' as const], sort: 'created' as const, limit: 10 })
  const before =
    answer.ok && answer.view.items.find(({ id, licencePlate }) => id !== reservationId && licencePlate !== null)
  return before ? before.licencePlate : null
}
