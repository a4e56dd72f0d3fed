import { FieldColumns, FieldGroup } from '../../forms/field-group.tsx'
import { NumberField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import type { Point } from '../../map/place-map.tsx'
import { placeMap } from '../../map/place-map-part.ts'
import { Lazy } from '../../ui/lazy.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import text from '../../ui/text.module.css'
import { type Corner, cornerAt, corners, layOut, pointAt } from './corners.ts'
import type { LocationValues } from './location-fields.ts'
import classes from './locations.module.css'

/** Where the location is: position, size and corners as fields, and the same on a map. Each follows the other. */
export function GroundFields({ form }: { form: CommandForm<LocationValues> }) {
  const t = useT()
  const values = form.mantine.getValues()
  const position = pointAt(values.latitude, values.longitude)
  const laidOut = layOut(position, values.lengthMm, values.widthMm)
  const set = (path: string, value: number) => form.mantine.setFieldValue(path as never, value as never)
  const move = (key: 'position' | Corner, { latitude, longitude }: Point) => {
    set(key === 'position' ? 'latitude' : `${key}Latitude`, latitude)
    set(key === 'position' ? 'longitude' : `${key}Longitude`, longitude)
  }
  return (
    <FieldGroup title={t('locations.group.position')}>
      <p className={text.note}>{t('locations.position.hint')}</p>
      <FieldColumns>
        <NumberField form={form} path="latitude" unit="°" decimals />
        <NumberField form={form} path="longitude" unit="°" decimals />
      </FieldColumns>
      <FieldColumns>
        <NumberField form={form} path="lengthMm" unit="mm" description={t('locations.lengthMm.hint')} />
        <NumberField form={form} path="widthMm" unit="mm" description={t('locations.widthMm.hint')} />
      </FieldColumns>
      <div className={classes.ground}>
        <fieldset className={classes.corners}>
          <legend className={classes.legend}>{t('locations.corners')}</legend>
          <p className={text.note}>{t('locations.corners.hint')}</p>
          {corners.map(({ key }) => (
            <FieldColumns key={key}>
              <NumberField form={form} path={`${key}Latitude`} unit="°" decimals />
              <NumberField form={form} path={`${key}Longitude`} unit="°" decimals />
            </FieldColumns>
          ))}
          <div>
            <ReasonButton
              icon="fit"
              reason={laidOut ? null : t('locations.corners.needed')}
              onAct={() => {
                for (const { key } of corners) if (laidOut) move(key, laidOut[key])
              }}
            >
              {t('locations.corners.fill')}
            </ReasonButton>
          </div>
        </fieldset>
        <div className={classes.map}>
          <GroundMap values={values} onMove={move} />
        </div>
      </div>
    </FieldGroup>
  )
}

interface GroundMapProps {
  values: LocationValues
  onMove: (key: 'position' | Corner, point: Point) => void
}

function GroundMap({ values, onMove }: GroundMapProps) {
  const t = useT()
  const position = pointAt(values.latitude, values.longitude)
  const placed = corners.flatMap(({ key, mark }) => {
    const point = cornerAt(values, key)
    return point ? [{ key, mark, corner: true, point }] : []
  })
  const marks = [...(position ? [{ key: 'position', mark: '', corner: false, point: position }] : []), ...placed]
  if (marks.length === 0) return <p className={text.note}>{t('locations.map.none')}</p>
  return (
    <Lazy part={placeMap} waiting={<div className={classes.mapBone} />}>
      {(PlaceMap) => (
        <PlaceMap
          label={t('locations.map')}
          marks={marks}
          outline={placed.map(({ point }) => point)}
          onMove={(key, point) => onMove(key as 'position' | Corner, point)}
        />
      )}
    </Lazy>
  )
}
