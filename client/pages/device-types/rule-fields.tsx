import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { mappedEvents, type WordTarget } from '../../../contract/device-types/field-map.ts'
import { deviceStatuses, doorStates } from '../../../machines/device.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './device-types.module.css'
import { isWordTarget, type RuleDraft, targets } from './draft.ts'

const wordsOf: Readonly<Record<WordTarget, readonly string[]>> = {
  status: deviceStatuses,
  door: doorStates,
  dirty: ['true', 'false'],
  event: mappedEvents,
}

interface RuleProps {
  rule: RuleDraft
  number: number
  /** Path of the line in the command's input. */
  path: string
  fault: (field: string) => string | undefined
  onChange: (rule: RuleDraft) => void
  onRemove: () => void
}

/** Which value of the decoded object becomes what: numbers by a factor, words by a list. */
export function RuleFields({ rule, number, path, fault, onChange, onRemove }: RuleProps) {
  const t = useT()
  const text = (field: 'path' | 'scale' | 'offset' | 'except') => ({
    'data-path': `${path}.${field}`,
    value: rule[field],
    autoComplete: 'off',
    spellCheck: false,
    error: fault(field),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...rule, [field]: event.currentTarget.value }),
  })
  return (
    <fieldset className={classes.rule}>
      <legend className={classes.ruleLegend}>{t('device-types.rule', { number })}</legend>
      <SelectField
        label={t('device-types.rule.target')}
        value={rule.target}
        data={targets.map((target) => ({ value: target, label: t(`device-types.target.${target}`) }))}
        onChange={(next) => onChange({ ...rule, target: next })}
      />
      <TextInput label={t('device-types.rule.path')} maxLength={200} {...text('path')} />
      {isWordTarget(rule.target) ? (
        <Textarea
          className={classes.values ?? ''}
          label={t('device-types.rule.values')}
          description={t('device-types.rule.values.hint', { words: wordsOf[rule.target].join(', ') })}
          data-path={`${path}.values`}
          value={rule.values}
          autosize
          minRows={2}
          spellCheck={false}
          error={fault('values')}
          onChange={(event) => onChange({ ...rule, values: event.currentTarget.value })}
        />
      ) : (
        <>
          <TextInput label={t('device-types.rule.scale')} inputMode="decimal" {...text('scale')} />
          <TextInput label={t('device-types.rule.offset')} inputMode="decimal" {...text('offset')} />
          <TextInput label={t('device-types.rule.except')} {...text('except')} />
        </>
      )}
      <ActionIcon
        className={classes.remove ?? ''}
        aria-label={t('device-types.rule.remove', { number })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </ActionIcon>
    </fieldset>
  )
}
