import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useCallback, useState, useSyncExternalStore } from 'react'
import * as z from 'zod'
import type { Refusal } from '../../../contract/refusals.ts'
import { PlateHint } from '../../forms/plate-field.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { http, post } from '../../link/http.ts'
import { changesOf, type Editable, type Typed } from '../../reservation/edits.ts'
import { Alert } from '../../ui/alert.tsx'
import { onTick, serverNow } from '../../ui/clock.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './remote.module.css'
import type { Remote } from './remote.ts'

interface RemoteActionsProps {
  token: string
  remote: Remote
  onChange: () => void
}
const everySecond = (listener: () => void) => onTick(1_000, listener)
const most = { note: 255, licencePlate: 45, rfidToken: 255 } as const

/** False once the stay is over, and for read-only links. */
function useOwn(remote: Remote): boolean {
  const over = useSyncExternalStore(
    everySecond,
    useCallback(() => serverNow() >= Date.parse(remote.end), [remote.end]),
  )
  return !over && remote.entries !== null
}

const pathOf = (token: string) => `/remote-reservations/${encodeURIComponent(token)}`

/** Note, plate and RFID token of the holder. */
export function RemoteEntries({ token, remote, onChange }: RemoteActionsProps) {
  const own = useOwn(remote)
  return own && remote.entries ? <Entries token={token} entries={remote.entries} onChange={onChange} /> : null
}

interface EntriesProps extends Omit<RemoteActionsProps, 'remote'> {
  entries: NonNullable<Remote['entries']>
}

function Entries({ token, entries, onChange }: EntriesProps) {
  const t = useT()
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const value: Typed = {
    note: typed.note ?? entries.note ?? '',
    licencePlate: typed.licencePlate ?? entries.licencePlate ?? '',
    rfidToken: typed.rfidToken ?? entries.rfidToken ?? '',
  }
  const changes = changesOf(entries, value)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (Object.keys(changes).length === 0) return notify.success(t('remote.saved'))
    setBusy(true)
    setRefusal(null)
    const answer = await http('PATCH', pathOf(token), { body: changes, answer: z.unknown() })
    setBusy(false)
    if (!answer.ok) return setRefusal(answer.refusal)
    notify.success(t('remote.saved'))
    onChange()
  }
  const errorOf = (name: Editable) => {
    if (name === 'licencePlate' && refusal?.code === 'licence-plate-required') return refusalText(refusal)
    const wrong = refusal?.fields?.find(({ path }) => path.endsWith(name))
    if (wrong?.issue.startsWith('plate-'))
      return refusalText({ code: wrong.issue, ...(wrong.params ? { params: wrong.params } : {}) })
    return wrong ? t('ui.field.invalid') : undefined
  }
  const field = (name: Editable) => ({
    label: t(`remote.${name}`),
    value: value[name],
    maxLength: most[name],
    autoComplete: 'off',
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value: next } = event.currentTarget
      setTyped((now) => ({ ...now, [name]: next }))
    },
  })
  return (
    <Panel title={t('remote.entries')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          {...field('licencePlate')}
          autoCapitalize="characters"
          spellCheck={false}
          required={entries.licencePlateMandatory}
        />
        <PlateHint text={value.licencePlate} onUse={(licencePlate) => setTyped((now) => ({ ...now, licencePlate }))} />
        <TextInput {...field('rfidToken')} spellCheck={false} />
        <Textarea {...field('note')} rows={2} />
        {refusal && errorOf('licencePlate') === undefined && (
          <Alert severity="error" title={t('remote.saveFailed')}>
            {refusalText(refusal)}
          </Alert>
        )}
        <Button type="submit" loading={busy}>
          {t('remote.save')}
        </Button>
      </form>
    </Panel>
  )
}

/** The holder cancels. */
export function GiveBack({ token, remote, onChange }: RemoteActionsProps) {
  const t = useT()
  const own = useOwn(remote)
  const [busy, setBusy] = useState(false)
  if (!own) return null
  const act = async () => {
    const question = {
      title: t('remote.cancel.title'),
      text: t('remote.cancel.text'),
      act: t('common.cancelReservation'),
    }
    if (!(await confirm({ ...question, tone: 'error' }))) return
    setBusy(true)
    const answer = await post(`${pathOf(token)}/cancel`, {})
    setBusy(false)
    if (answer.ok) notify.success(t('remote.cancel.done'))
    else notify.refusal(answer.refusal, { title: t('remote.cancel.failed') })
    onChange()
  }
  return (
    <Button
      variant="default"
      className={classes.giveBack ?? ''}
      loading={busy}
      leftSection={<Icon name="cross" size={18} />}
      onClick={() => void act()}
    >
      {t('remote.cancel')}
    </Button>
  )
}
