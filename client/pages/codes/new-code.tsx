import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { codeZones, createCode } from '../../../contract/access.ts'
import { CommandNotice } from '../../commands/command-notice.tsx'
import { useCommand } from '../../commands/use-command.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notify } from '../../ui/notify.tsx'

/** A new access code for a private zone of the operator, bound to one of its access times or to all. */
export function NewCode({ onClose }: { onClose: (made: boolean) => void }) {
  const t = useT()
  const zones = useQuery(codeZones, {})
  const [name, setName] = useState('')
  const [zoneId, setZoneId] = useState<number | null>(null)
  const [eventId, setEventId] = useState<number | null>(null)
  const [tried, setTried] = useState(false)
  const all = zones.view ?? []
  const target = all.find(({ zone }) => zone.id === zoneId) ?? (all.length === 1 ? all[0] : undefined)
  const errand = useCommand(false, () => {
    notify.success(t('codes.new.done', { code: name.trim(), zone: target?.zone.name ?? '' }))
    onClose(true)
  })
  const submit = () => {
    setTried(true)
    if (name.trim() === '' || target === undefined) return
    void errand.run(() => send(createCode, { name, zoneId: target.zone.id, eventId }))
  }
  const exists = errand.state.kind === 'refused' && errand.state.refusal.code === 'code-exists'
  return (
    <Dialog
      title={t('codes.new.title')}
      lead={t('codes.new.lead')}
      onClose={() => onClose(false)}
      onSubmit={submit}
      foot={
        <>
          <Button variant="default" onClick={() => onClose(false)}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={errand.busy} disabled={zones.view === null || all.length === 0}>
            {t('codes.new.act')}
          </Button>
        </>
      }
    >
      {zones.refusal && <Notice severity="error">{refusalText(zones.refusal)}</Notice>}
      {zones.view !== null && all.length === 0 && <Notice severity="info">{t('codes.new.noZone')}</Notice>}
      <TextInput
        label={t('codes.column.code')}
        description={t('codes.new.nameHint')}
        value={name}
        maxLength={45}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={
          exists
            ? refusalText({ code: 'code-exists' })
            : tried && name.trim() === ''
              ? t('ui.field.required')
              : undefined
        }
        onChange={(event) => {
          setName(event.currentTarget.value)
          errand.forget()
        }}
      />
      <NativeSelect
        label={t('codes.new.zone')}
        value={String(target?.zone.id ?? '')}
        rightSection={<Icon name="chevronDown" size={18} />}
        error={tried && target === undefined && all.length > 0 ? t('ui.field.required') : undefined}
        data={[
          { value: '', label: t('common.choose'), disabled: true },
          ...all.map(({ zone, tenant }) => ({ value: String(zone.id), label: `${zone.name} · ${tenant.name}` })),
        ]}
        onChange={(event) => {
          setZoneId(Number(event.currentTarget.value))
          setEventId(null)
        }}
      />
      <NativeSelect
        label={t('common.accessTime')}
        value={String(eventId ?? '')}
        rightSection={<Icon name="chevronDown" size={18} />}
        data={[
          { value: '', label: t('codes.new.allEvents') },
          ...(target?.events ?? []).map(({ id, name: event }) => ({ value: String(id), label: event })),
        ]}
        onChange={(event) => setEventId(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      />
      {!exists && <CommandNotice state={errand.state} title={t('codes.new.failed')} />}
    </Dialog>
  )
}
