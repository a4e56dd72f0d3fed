import { Button } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { testReply } from '../../../contract/identity-providers.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import type { CommandForm } from '../../forms/use-command-form.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { http } from '../../link/http.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { ProviderValues } from './provider-fields.ts'

/** Asks the identity provider for its description, before anything is saved. */
export function ProviderTest({ form }: { form: CommandForm<ProviderValues> }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<z.output<typeof testReply> | null>(null)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const { issuer, affiliationClaim, university } = form.mantine.getValues()
  const test = async () => {
    setBusy(true)
    setFound(null)
    setRefusal(null)
    const answer = await http('POST', '/users/oidc/test', { body: { issuer }, answer: testReply })
    setBusy(false)
    if (answer.ok) setFound(answer.body)
    else setRefusal(answer.refusal)
  }
  const noGroups = university && found !== null && found.claims.length > 0 && !found.claims.includes(affiliationClaim)
  return (
    <>
      <div>
        <Button
          variant="default"
          loading={busy}
          disabled={issuer === ''}
          leftSection={<Icon name="refresh" size={18} />}
          onClick={() => void test()}
        >
          {t('providers.test')}
        </Button>
      </div>
      {refusal && (
        <Alert severity="error" title={t('providers.test.failed')}>
          {refusalText(refusal)}
        </Alert>
      )}
      {found && (
        <Alert severity={noGroups || !found.pkce ? 'warning' : 'success'} title={t('providers.test.done')}>
          {t(found.signOut ? 'providers.test.signOut' : 'providers.test.noSignOut')}
          {!found.pkce && ` ${t('providers.test.noPkce')}`}
          {noGroups && ` ${t('providers.test.noGroups', { claim: affiliationClaim })}`}
        </Alert>
      )}
    </>
  )
}
