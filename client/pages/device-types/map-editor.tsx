import { Button } from '@mantine/core'
import { readyMaps } from '../../../contract/device-types/ready-maps.ts'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './device-types.module.css'
import { draftOf, type ModelDraft, newModel, parseDrafts } from './draft.ts'
import { ModelFields } from './model-fields.tsx'
import { TryOut } from './try-out.tsx'
import type { DeviceTypeValues } from './type-fields.ts'

interface EditorProps {
  form: CommandForm<DeviceTypeValues>
  /** What is stored cannot be read by this release. */
  unreadable: boolean
}

/** The models of a field map, with ready ones to begin with; the form's content is tried out below. */
export function MapEditor({ form, unreadable }: EditorProps) {
  const t = useT()
  const models = form.mantine.getValues().fieldMap
  const parsed = parseDrafts(models)
  const faults = form.refusal === null ? [] : parsed.faults
  const change = (next: readonly ModelDraft[]) => form.mantine.setFieldValue('fieldMap', next as never)
  const replace = (place: number, next: ModelDraft) => change(models.map((one, at) => (at === place ? next : one)))
  const addReady = (name: string) => {
    const ready = readyMaps.find((one) => one.name === name)
    if (ready) change([...models, draftOf(ready)])
  }
  const moveUp = (place: number) => {
    const others = models.filter((_, at) => at !== place)
    change([...others.slice(0, place - 1), ...models.slice(place, place + 1), ...others.slice(place - 1)])
  }
  return (
    <section className={classes.map} aria-labelledby="field-map">
      <h2 id="field-map" className={classes.mapHead}>
        {t('device-types.column.map')}
      </h2>
      <p className={classes.mapLead}>{t('device-types.map.lead')}</p>
      {unreadable && <Alert severity="warning">{t('device-types.map.unreadable.text')}</Alert>}
      {models.length === 0 && !unreadable && <Alert severity="info">{t('device-types.model.none')}</Alert>}
      {models.map((model, place) => (
        <ModelFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a model is known by its place, as in the command's input
          key={place}
          model={model}
          faults={faults.filter(({ path }) => path.startsWith(`models.${place}.`))}
          place={place}
          onChange={(next) => replace(place, next)}
          onUp={() => moveUp(place)}
          onRemove={() => change(models.filter((_, at) => at !== place))}
        />
      ))}
      <Panel>
        <div className={classes.add}>
          <SelectField
            label={t('device-types.ready')}
            value=""
            data={[
              { value: '', label: t('device-types.ready.choose') },
              ...readyMaps.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={addReady}
          />
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => change([...models, newModel()])}
          >
            {t('device-types.model.add')}
          </Button>
        </div>
      </Panel>
      {faults.length > 0 && <Alert severity="error">{t('device-types.faults', { count: faults.length })}</Alert>}
      <TryOut map={parsed.map} />
    </section>
  )
}
