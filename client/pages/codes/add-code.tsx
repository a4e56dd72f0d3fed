import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { addCode } from '../../../contract/access.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import classes from './codes.module.css'

/** Refusals about the code itself: shown at its field. */
const ofTheField: readonly string[] = ['code-unknown', 'code-held', 'bad-input']

/** A visitor enters an access code and opens its private zone (PRIV-1). */
export function AddCode() {
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || name.trim() === '') return
    setBusy(true)
    const answer = await send(addCode, { name })
    setBusy(false)
    if (!answer.ok) return setRefusal(answer.refusal)
    notify.success(t('codes.add.done', { zone: answer.reply.zone.name }))
    await navigate({ to: '/codes' })
  }
  const atField = refusal !== null && ofTheField.includes(refusal.code)
  const empty = tried && name.trim() === ''
  return (
    <Page
      title={t('codes.add.title')}
      lead={t('codes.add.lead')}
      width="read"
      back={
        <Button
          component={Link}
          to="/codes"
          variant="subtle"
          color="neutral"
          className={classes.back ?? ''}
          leftSection={<Icon name="arrowLeft" size={18} />}
        >
          {t('codes.title')}
        </Button>
      }
    >
      <Panel>
        <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            label={t('codes.add.label')}
            value={name}
            maxLength={45}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={empty ? t('ui.field.required') : atField ? refusalText(refusal) : undefined}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setRefusal(null)
            }}
          />
          {refusal && !atField && (
            <Alert severity="error" title={t('codes.add.failed')}>
              {refusalText(refusal)}
            </Alert>
          )}
          <Button type="submit" loading={busy} leftSection={<Icon name="key" size={18} />}>
            {t('codes.add.act')}
          </Button>
        </form>
      </Panel>
    </Page>
  )
}
