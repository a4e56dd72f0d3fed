import { zones as codeZones } from '../../../contract/codes.ts'
import { maxLength } from '../../../contract/fields.ts'
import { FieldGroup } from '../../forms/field-group.tsx'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import type { CodeValues, CodeView } from './code-fields.ts'

interface CodeFormProps {
  form: CommandForm<CodeValues>
  /** The code that is edited. */
  code?: CodeView
}

type Named = { readonly id: number; readonly name: string }

/** The fields of an access code: its name, and which private zone or access time of it the code opens. */
export function CodeForm({ form, code }: CodeFormProps) {
  const t = useT()
  const zones = useQuery(codeZones, {})
  const found = zones.view ?? []
  const { zoneId } = form.mantine.getValues()
  const events = found.find(({ zone }) => zone.id === zoneId)?.events ?? []
  // What the code has already may stay, even if it is not offered any more.
  const kept = code?.zone.id === zoneId && code.event ? [code.event] : []
  const inUse = code ? [{ zone: code.zone, tenant: code.tenant }] : []
  return (
    <FieldGroup title={t('common.code')}>
      {zones.refusal && <Alert severity="error">{refusalText(zones.refusal)}</Alert>}
      {zones.view !== null && found.length === 0 && !code && <Alert severity="info">{t('codes.new.noZone')}</Alert>}
      <TextField
        form={form}
        path="name"
        maxLength={maxLength.name}
        verbatim="characters"
        description={t('codes.new.nameHint')}
      />
      <ChoiceField
        form={form}
        path="zoneId"
        options={withKept(
          found.map(({ zone, tenant }) => ({ id: zone.id, name: `${zone.name} · ${tenant.name}` })),
          inUse.map(({ zone, tenant }) => ({ id: zone.id, name: `${zone.name} · ${tenant.name}` })),
        )}
        description={t('codes.zone.hint')}
        onChoose={() => form.mantine.setFieldValue('eventId' as never, null as never)}
      />
      <ChoiceField
        form={form}
        path="eventId"
        none={t('codes.new.allEvents')}
        options={withKept(events, kept)}
        description={t('codes.event.hint')}
      />
    </FieldGroup>
  )
}

/** Options by value and name, with those that are chosen already. */
const withKept = (offered: readonly Named[], kept: readonly Named[]): [number, string][] => [
  ...new Map([...kept, ...offered].map(({ id, name }) => [id, name])),
]
