import { ActionIcon, Button } from '@mantine/core'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { useT } from '../../i18n/i18n.ts'
import type { Change, Draft } from '../../site-canvas/edit/draft.ts'
import { aligned, alignments, spread } from '../../site-canvas/geometry/align.ts'
import type { Place } from '../../site-canvas/geometry/box.ts'
import { wholeTurn } from '../../site-canvas/geometry/handles.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import text from '../../ui/text.module.css'
import { MeasureField } from './measure-field.tsx'
import classes from './plan.module.css'

interface InspectorProps {
  plan: PlanView
  draft: Draft
  selection: ReadonlySet<number>
  onChange: (change: Change) => void
  onSelect: (ids: ReadonlySet<number>) => void
}

/** Figures of the chosen device, or what can be done with several. */
export function Inspector({ plan, draft, selection, onChange, onSelect }: InspectorProps) {
  const t = useT()
  const places = new Map<number, Place>()
  for (const id of selection) {
    const place = draft.places.get(id)
    if (place) places.set(id, place)
  }
  const [only] = places
  const takeOff = () => {
    onChange({ places: new Map([...places.keys()].map((id) => [id, null])) })
    onSelect(new Set())
  }
  if (only === undefined) {
    return (
      <Panel title={t('plan.inspect.none')}>
        <p className={text.note}>{t('plan.inspect.none.text')}</p>
      </Panel>
    )
  }
  const off = (
    <Button variant="default" fullWidth onClick={takeOff}>
      {t('plan.takeOff')}
    </Button>
  )
  if (places.size > 1) {
    return (
      <Panel title={t('common.devicesSelected', { count: places.size })}>
        <Several places={places} onChange={onChange} />
        {off}
      </Panel>
    )
  }
  const [id, place] = only
  const put = (next: Partial<Place>) => onChange({ places: new Map([[id, { ...place, ...next }]]) })
  return (
    <Panel title={plan.devices.find((device) => device.id === id)?.name ?? t('plan.inspect.one')}>
      <div className={classes.fields} key={id}>
        <MeasureField kind="length" label={t('plan.field.x')} value={place.xMm} onChange={(xMm) => put({ xMm })} />
        <MeasureField kind="length" label={t('plan.field.y')} value={place.yMm} onChange={(yMm) => put({ yMm })} />
        <MeasureField
          kind="length"
          label={t('plan.field.width')}
          value={place.widthMm}
          least={1}
          onChange={(widthMm) => put({ widthMm: Math.min(widthMm, 1_000_000) })}
        />
        <MeasureField
          kind="length"
          label={t('plan.field.height')}
          value={place.heightMm}
          least={1}
          onChange={(heightMm) => put({ heightMm: Math.min(heightMm, 1_000_000) })}
        />
        <MeasureField
          kind="degrees"
          label={t('plan.field.rotation')}
          value={place.rotationDeg}
          onChange={(rotationDeg) => put({ rotationDeg })}
        />
        <div className={classes.turns}>
          <ActionIcon
            variant="default"
            aria-label={t('plan.turn.left')}
            onClick={() => put({ rotationDeg: wholeTurn(place.rotationDeg - 15) })}
          >
            <Icon name="undo" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={t('plan.turn.right')}
            onClick={() => put({ rotationDeg: wholeTurn(place.rotationDeg + 15) })}
          >
            <Icon name="redo" />
          </ActionIcon>
        </div>
      </div>
      {off}
    </Panel>
  )
}

function Several({ places, onChange }: { places: ReadonlyMap<number, Place>; onChange: (change: Change) => void }) {
  const t = useT()
  return (
    <>
      <fieldset className={classes.group}>
        <legend className={classes.groupLegend}>{t('plan.align')}</legend>
        {alignments.map((to) => (
          <Button key={to} variant="default" onClick={() => onChange({ places: aligned(places, to) })}>
            {t(`plan.align.${to}`)}
          </Button>
        ))}
      </fieldset>
      {places.size > 2 && (
        <fieldset className={classes.group}>
          <legend className={classes.groupLegend}>{t('plan.spread')}</legend>
          {(['x', 'y'] as const).map((axis) =>
            (['middles', 'gaps'] as const).map((by) => (
              <Button
                key={`${axis} ${by}`}
                variant="default"
                onClick={() => onChange({ places: spread(places, axis, by) })}
              >
                {t(`plan.spread.${axis}.${by}`)}
              </Button>
            )),
          )}
        </fieldset>
      )}
    </>
  )
}
