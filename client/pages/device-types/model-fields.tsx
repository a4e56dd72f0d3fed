import { Button, Textarea, TextInput } from '@mantine/core'
import { useT } from '../../i18n/i18n.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './device-types.module.css'
import { type DraftFault, type ModelDraft, newRule } from './draft.ts'
import { faultTexts } from './fault-texts.ts'
import { RuleFields } from './rule-fields.tsx'

interface ModelProps {
  model: ModelDraft
  /** Index among the models. */
  place: number
  faults: readonly DraftFault[]
  onChange: (model: ModelDraft) => void
  /** The first matching model is used: their order matters. */
  onUp: () => void
  onRemove: () => void
}

/** One sensor model: its name, its conditions, and which value becomes what. */
export function ModelFields({ model, place, faults, onChange, onUp, onRemove }: ModelProps) {
  const t = useT()
  const texts = faultTexts(t)
  const fault = (field: string) => texts(faults, `models.${place}.${field}`)
  const name = model.name.trim() || t('device-types.model.nameless', { number: place + 1 })
  const rules = fault('rules')
  return (
    <Panel
      title={name}
      aside={
        <div className={classes.acts}>
          {place > 0 && (
            <Act
              icon="arrowUp"
              label={t('device-types.model.up')}
              of={t('device-types.model.upOf', { name })}
              onClick={onUp}
            />
          )}
          <Act
            icon="close"
            label={t('common.remove')}
            of={t('device-types.model.removeOf', { name })}
            onClick={onRemove}
          />
        </div>
      }
    >
      <fieldset className={classes.model}>
        <legend className={classes.modelLegend}>{name}</legend>
        <div className={classes.two}>
          <TextInput
            label={t('device-types.model.name')}
            data-path={`fieldMap.models.${place}.name`}
            value={model.name}
            maxLength={60}
            error={fault('name')}
            onChange={(event) => onChange({ ...model, name: event.currentTarget.value })}
          />
          <Textarea
            label={t('device-types.model.when')}
            description={t('device-types.model.when.hint')}
            data-path={`fieldMap.models.${place}.when`}
            value={model.when}
            autosize
            minRows={1}
            spellCheck={false}
            error={fault('when')}
            onChange={(event) => onChange({ ...model, when: event.currentTarget.value })}
          />
        </div>
        <ul className={classes.rules}>
          {model.rules.map((rule, at) => (
            <li
              className={classes.rulesItem}
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place, as in the command's input
              key={at}
            >
              <RuleFields
                rule={rule}
                number={at + 1}
                path={`fieldMap.models.${place}.rules.${at}`}
                fault={(field) => fault(`rules.${at}.${field}`)}
                onChange={(next) =>
                  onChange({ ...model, rules: model.rules.map((one) => (one === rule ? next : one)) })
                }
                onRemove={() => onChange({ ...model, rules: model.rules.filter((one) => one !== rule) })}
              />
            </li>
          ))}
        </ul>
        {rules && <p className={classes.fault}>{rules}</p>}
        <div>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => onChange({ ...model, rules: [...model.rules, newRule()] })}
          >
            {t('device-types.rule.add')}
          </Button>
        </div>
      </fieldset>
    </Panel>
  )
}

/** An action on a whole model; `of` = the same with its name. */
function Act(props: { icon: IconName; label: string; of: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      color="neutral"
      leftSection={<Icon name={props.icon} size={18} />}
      aria-label={props.of}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  )
}
