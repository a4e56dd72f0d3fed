import { Button, MultiSelect } from '@mantine/core'
import { FormProblems } from '../forms/form-problems.tsx'
import { useCommandForm } from '../forms/use-command-form.tsx'
import { refusalText, useT } from '../i18n/i18n.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { ManyRow, ManyValues, ManyVerbs } from './many-verbs.ts'
import { actedOn, Preview, refusedIn } from './preview.tsx'
import { useAct } from './use-act.ts'

export interface ManyDialogProps {
  verbs: ManyVerbs
  rows: readonly ManyRow[]
  nameOf: (id: number) => string
  onDone: (count: number) => void
  onClose: () => void
}

/** Changes the same fields of several rows: which fields, then what becomes of each row, then the act. */
export function EditManyDialog({ verbs, rows, nameOf, onDone, onClose }: ManyDialogProps) {
  const t = useT()
  const { def, fields, labels, inputs } = verbs.edit
  const act = useAct(def, rows, onDone)
  const form = useCommandForm<typeof def, ManyValues>({
    def,
    fields,
    initial: { set: {} },
    toInput: ({ set }) => ({ rows: act.rows(), set, world: null }),
    onDone: act.setPreview,
  })
  const { set } = form.mantine.getValues()
  const chosen = inputs.filter(({ field }) => field in set)
  const nameField = (field: string) => (t as (key: string) => string)(labels.labels[field] ?? field)
  const choose = (names: readonly string[]) => {
    const next = inputs.filter(({ field }) => names.includes(field))
    form.mantine.setFieldValue(
      'set',
      Object.fromEntries(next.map((each) => [each.field, set[each.field] ?? each.initial])),
    )
    form.forget()
  }
  const { preview } = act
  const lead = t('lists.selected', { count: rows.length })
  if (preview === null)
    return (
      <Dialog
        title={t('bulk.edit.title')}
        lead={lead}
        onClose={onClose}
        onSubmit={form.submit}
        act={{ label: t('bulk.preview'), busy: form.busy, disabled: chosen.length === 0 }}
      >
        <FormProblems form={form} failed={t('bulk.notPossible')} />
        <MultiSelect
          label={t('bulk.fields')}
          description={t('bulk.fields.hint')}
          placeholder={chosen.length === 0 ? t('common.choose') : ''}
          comboboxProps={{ withinPortal: false }}
          clearButtonProps={{ 'aria-label': t('bulk.fields.clear') }}
          searchable
          clearable
          data={inputs.map(({ field }) => ({ value: field, label: nameField(field) }))}
          value={chosen.map(({ field }) => field)}
          onChange={choose}
        />
        {chosen.map(({ field, input: Input }) => (
          <Input key={field} form={form} path={`set.${field}`} />
        ))}
      </Dialog>
    )
  const count = actedOn(preview)
  return (
    <Dialog
      title={t('bulk.edit.title')}
      lead={lead}
      onClose={onClose}
      onSubmit={() => void act.run({ set })}
      foot={
        <>
          <Button variant="default" onClick={() => act.setPreview(null)}>
            {t('ui.back')}
          </Button>
          <Button type="submit" loading={act.busy} disabled={count === 0 || (refusedIn(preview) > 0 && !act.skip)}>
            {t('bulk.edit.act', { count })}
          </Button>
        </>
      }
    >
      {act.refusal && (
        <Alert severity="error" title={t('common.notSaved')}>
          {refusalText(act.refusal)}
        </Alert>
      )}
      <Preview
        reply={preview}
        verbs={verbs}
        nameOf={nameOf}
        skip={act.skip}
        onSkip={act.setSkip}
        onCurrent={() => void act.current({ set })}
      />
    </Dialog>
  )
}
