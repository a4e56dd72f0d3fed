import { codeZones, createCode } from '../../../contract/access.ts'
import { maxLength } from '../../../contract/fields.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { FormDialog } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'

/** The inputs of a new access code. */
export const newCodeFields = formFields(createCode, {
  name: 'codes.column.code',
  zoneId: 'codes.new.zone',
  eventId: 'common.accessTime',
})

interface Values extends Record<string, unknown> {
  name: string
  zoneId: number | null
  eventId: number | null
}
const empty: Values = { name: '', zoneId: null, eventId: null }

/** A new access code for a private zone of the operator, bound to one of its access times or to all. */
export function NewCode({ onClose }: { onClose: (made: boolean) => void }) {
  const t = useT()
  const zones = useQuery(codeZones, {})
  const all = zones.view ?? []
  const only = all.length === 1 ? (all[0]?.zone.id ?? null) : null
  const form = useCommandForm({
    def: createCode,
    fields: newCodeFields,
    initial: empty,
    mode: 'add',
    toInput: ({ name, zoneId, eventId }) => ({ name, zoneId: (zoneId ?? only) as number, eventId }),
    onDone: (_, { name, zoneId }) => {
      const zone = all.find((each) => each.zone.id === (zoneId ?? only))
      notify.success(t('codes.new.done', { code: name.trim(), zone: zone?.zone.name ?? '' }))
      onClose(true)
    },
  })
  const { zoneId } = form.mantine.getValues()
  const target = all.find(({ zone }) => zone.id === (zoneId ?? only))
  const chooseZone = () => form.mantine.setFieldValue('eventId' as never, null as never)
  return (
    <FormDialog
      form={form}
      title={t('codes.new.title')}
      lead={t('codes.new.lead')}
      act={t('codes.new.act')}
      failed={t('codes.new.failed')}
      onClose={() => onClose(false)}
    >
      {zones.refusal && <Alert severity="error">{refusalText(zones.refusal)}</Alert>}
      {zones.view !== null && all.length === 0 && <Alert severity="info">{t('codes.new.noZone')}</Alert>}
      <TextField form={form} path="name" maxLength={maxLength.name} description={t('codes.new.nameHint')} />
      <ChoiceField
        form={form}
        path="zoneId"
        options={all.map(({ zone, tenant }) => [zone.id, `${zone.name} · ${tenant.name}`])}
        chosen={target?.zone.id}
        onChoose={chooseZone}
      />
      <ChoiceField
        form={form}
        path="eventId"
        none={t('codes.new.allEvents')}
        options={(target?.events ?? []).map(({ id, name }) => [id, name])}
      />
    </FormDialog>
  )
}
