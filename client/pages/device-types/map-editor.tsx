import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { FieldMap } from '../../../contract/device-types/field-map.ts'
import { readyMaps } from '../../../contract/device-types/ready-maps.ts'
import { saveFieldMap } from '../../../contract/device-types.ts'
import { CommandAlert } from '../../commands/command-alert.tsx'
import { useCommand } from '../../commands/use-command.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Alert } from '../../ui/alert.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './device-types.module.css'
import { draftOf, type ModelDraft, newModel, parseDrafts, textOf } from './draft.ts'
import { ModelFields } from './model-fields.tsx'
import { TryOut } from './try-out.tsx'

interface EditorProps {
  deviceTypeId: number
  /** The map when it was opened; saved versions from here replace it. */
  version: number
  map: FieldMap
  onSaved: () => void
}

/**
 * The models of a field map as a form, with ready ones to begin with; the form's content is tried out below. Leaving with changes
 * asks.
 */
export function MapEditor({ deviceTypeId, version, map, onSaved }: EditorProps) {
  const t = useT()
  const [models, setModels] = useState(() => map.models.map(draftOf))
  const [kept, setKept] = useState(() => ({ version, text: textOf(models) }))
  const [tried, setTried] = useState(false)
  const parsed = parseDrafts(models)
  const errand = useCommand(false, () => {
    errand.forget()
    notify.success(t('device-types.saved'))
    onSaved()
  })
  useLeaving(textOf(models) !== kept.text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (parsed.map === null) return
    const fieldMap = parsed.map
    void errand.run(async () => {
      const answer = await send(saveFieldMap, { deviceTypeId, version: kept.version, fieldMap })
      if (answer.ok) setKept({ version: answer.reply.version, text: textOf(models) })
      return answer
    })
  }
  const change = (next: typeof models) => {
    setModels(next)
    if (!errand.busy) errand.forget()
  }
  const addReady = (name: string) => {
    const ready = readyMaps.find((one) => one.name === name)
    if (ready) change([...models, draftOf(ready)])
  }
  const moveUp = (model: ModelDraft, place: number) => {
    const others = models.filter((one) => one !== model)
    change([...others.slice(0, place - 1), model, ...others.slice(place - 1)])
  }
  const faults = tried ? parsed.faults : []
  return (
    <>
      <form className={classes.editor} onSubmit={submit} noValidate>
        {models.length === 0 && <Alert severity="info">{t('device-types.model.none')}</Alert>}
        {models.map((model, place) => (
          <ModelFields
            key={model.key}
            model={model}
            faults={faults.filter(({ path }) => path.startsWith(`models.${place}.`))}
            place={place}
            onChange={(next) => change(models.map((one) => (one === model ? next : one)))}
            onUp={() => moveUp(model, place)}
            onRemove={() => change(models.filter((one) => one !== model))}
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
        <CommandAlert state={errand.state} title={t('common.notSaved')} />
        {faults.length > 0 && <Alert severity="error">{t('device-types.faults', { count: faults.length })}</Alert>}
        <div className={classes.save}>
          <Button type="submit" loading={errand.busy} leftSection={<Icon name="check" size={18} />}>
            {t('device-types.save')}
          </Button>
        </div>
      </form>
      <TryOut map={parsed.map} />
    </>
  )
}

/** Asks before changes are lost, whether one goes to another page or closes this one. */
function useLeaving(changed: boolean) {
  useBlocker({
    disabled: !changed,
    enableBeforeUnload: () => changed,
    shouldBlockFn: async () => {
      const question = { title: say('common.leaveTitle'), text: say('device-types.leave.text') }
      return !(await confirm({ ...question, act: say('common.discardChanges'), tone: 'error' }))
    },
  })
}
