import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod'
import type { Refusal } from '../../../contract/refusals.ts'
import type { status } from '../../../contract/university.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { goToProvider } from '../../identity-provider/go-to-provider.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './codes.module.css'

interface LinkProps {
  universities: z.output<(typeof status)['reply']>['universities']
  /** Signs in there again, to check the groups. */
  linked: boolean
}

/** Goes to the university, which says who the person is and whether they are staff or a student. */
export function LinkUniversity({ universities, linked }: LinkProps) {
  const t = useT()
  const [tuid, setTuid] = useState('')
  const [tenant, setTenant] = useState(String(universities[0]?.tenantId ?? ''))
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefusal(null)
    const body = { tenantId: Number(tenant), ...(tuid.trim() === '' ? {} : { tuid: tuid.trim() }) }
    const failed = await goToProvider('/codes/prepareTuAuthorize', body, { from: '/codes/add-tud-code' })
    if (failed === null) return
    setBusy(false)
    setRefusal(failed)
  }
  return (
    <Panel title={t(linked ? 'university.check' : 'university.link')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.explained}>{t(linked ? 'university.check.text' : 'university.link.text')}</p>
        {universities.length > 1 && (
          <SelectField
            label={t('university.name')}
            value={tenant}
            data={universities.map(({ tenantId, label }) => ({ value: String(tenantId), label }))}
            onChange={setTenant}
          />
        )}
        {!linked && (
          <TextInput
            label={t('university.tuid')}
            description={t('university.tuid.hint')}
            value={tuid}
            maxLength={255}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTuid(event.currentTarget.value)}
          />
        )}
        {refusal && (
          <Alert severity="error" title={t('university.link.failed')}>
            {refusalText(refusal)}
          </Alert>
        )}
        <Button type="submit" loading={busy} leftSection={<Icon name={linked ? 'refresh' : 'key'} size={18} />}>
          {t(linked ? 'university.check' : 'university.link.act')}
        </Button>
      </form>
    </Panel>
  )
}
