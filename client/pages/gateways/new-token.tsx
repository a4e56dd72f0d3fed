import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import type { makeToken } from '../../../contract/gateways.ts'
import { useT } from '../../i18n/i18n.ts'
import { serverNow } from '../../ui/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { firstRequest } from './first-request.ts'
import type { GatewayFormView } from './gateway-fields.ts'
import { FirstMessage, useHeard } from './heard.tsx'

interface NewTokenProps {
  made: z.output<typeof makeToken.reply>
  gateway: GatewayFormView
  onClose: () => void
}

/** A token and order key, shown this once, with a first request to copy and whether it has arrived. */
export function NewToken({ made: { token, orderKey, url }, gateway, onClose }: NewTokenProps) {
  const t = useT()
  const { lastMessageAt } = useHeard(gateway)
  const [waited] = useState(gateway.lastMessageAt === null)
  const { sampleDevice } = gateway
  const request = sampleDevice === null ? null : firstRequest(url, token, sampleDevice, new Date(serverNow()))
  return (
    <Dialog
      title={t('gateways.tokens.new')}
      lead={t('gateways.tokens.once')}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <CopyField label={t('gateways.tokens.token')} text={token} />
      <CopyField label={t('gateways.tokens.orderKey')} text={orderKey} />
      {request === null ? (
        <p>{t('gateways.tokens.noDevice')}</p>
      ) : (
        <CopyField label={t('gateways.tokens.request')} text={request} />
      )}
      {waited && <FirstMessage arrived={lastMessageAt !== null} />}
    </Dialog>
  )
}

function CopyField({ label, text }: { label: string; text: string }) {
  const t = useT()
  const { field, copied, copy } = useCopy(text)
  return (
    <TextInput
      ref={field}
      label={label}
      value={text}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSectionWidth={110}
      rightSection={
        <Button
          size="compact-sm"
          variant="light"
          aria-label={t('gateways.tokens.copy', { what: label })}
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
          onClick={copy}
        >
          {t(copied ? 'devices.support.copied' : 'common.copy')}
        </Button>
      }
    />
  )
}
