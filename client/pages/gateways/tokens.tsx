import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { makeToken } from '../../../contract/gateways.ts'
import { useCommand } from '../../commands/use-command.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import type { GatewayFormView } from './gateway-fields.ts'
import classes from './gateways.module.css'
import { NewToken } from './new-token.tsx'

type Made = z.output<typeof makeToken.reply>

interface TokensProps {
  gateway: GatewayFormView
  /** Reads the gateway again. */
  onMade: () => void
}

/** The valid tokens of a gateway, and a way to a new one. */
export function Tokens({ gateway, onMade }: TokensProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const { tokens } = gateway
  return (
    <Panel
      title={t('gateways.tokens')}
      aside={
        <Button variant="light" onClick={() => setAsking(true)}>
          {t(tokens.length === 0 ? 'gateways.tokens.make' : 'gateways.tokens.rotate')}
        </Button>
      }
    >
      {tokens.length === 0 ? (
        <p>{t('gateways.tokens.none')}</p>
      ) : (
        <ul className={classes.tokens}>
          {tokens.map(({ id, createdAt }) => (
            <li key={id}>{t('gateways.tokens.madeAt', { at: formatDateTime(createdAt) })}</li>
          ))}
        </ul>
      )}
      {asking && (
        <MakeToken
          gateway={gateway}
          onMade={(reply) => {
            setAsking(false)
            setMade(reply)
            onMade()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {made && <NewToken made={made} gateway={gateway} onClose={() => setMade(null)} />}
    </Panel>
  )
}

interface MakeTokenProps {
  gateway: GatewayFormView
  onMade: (made: Made) => void
  onClose: () => void
}

/** Asks before a token is made, and whether the last one stays valid beside it. */
function MakeToken({ gateway, onMade, onClose }: MakeTokenProps) {
  const t = useT()
  const [keepLast, setKeepLast] = useState(true)
  const command = useCommand(false, onClose)
  const make = async () => {
    const answer = await send(makeToken, { gatewayId: gateway.id, keepLast })
    if (answer.ok) onMade(answer.reply)
    return answer
  }
  return (
    <Dialog
      title={t('gateways.tokens.make')}
      lead={t('gateways.tokens.lead')}
      onClose={onClose}
      onSubmit={() => void command.run(make)}
      act={{ label: t('gateways.tokens.make'), busy: command.busy }}
    >
      {command.state.kind === 'refused' && <Alert severity="error">{refusalText(command.state.refusal)}</Alert>}
      {command.state.kind === 'unknown' && <Alert severity="warning">{t('gateways.tokens.lost')}</Alert>}
      {gateway.tokens.length > 0 && (
        <Switch
          label={t('gateways.tokens.keepLast')}
          description={t('gateways.tokens.keepLast.hint')}
          checked={keepLast}
          onChange={(event) => setKeepLast(event.currentTarget.checked)}
        />
      )}
      <span>
        <Icon name="info" size={16} /> {t('gateways.tokens.once')}
      </span>
    </Dialog>
  )
}
