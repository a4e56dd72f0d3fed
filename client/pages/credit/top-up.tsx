import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { type mine, topUp } from '../../../contract/payments.ts'
import { CommandAlert } from '../../commands/command-alert.tsx'
import { useCommand } from '../../commands/use-command.ts'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { useProviderRedirect } from '../../payments/use-provider-redirect.ts'
import { connection } from '../../stores/connection.ts'
import { type Live, useRow } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { centsOf } from './amount.ts'
import classes from './credit.module.css'

const usual = [1_000, 2_000, 5_000, 10_000]
const least = 500
const most = 50_000

interface TopUpProps {
  /** Whether the portal has a payment provider; null = unknown. */
  card: boolean | null
  /** Whether any company takes money. */
  offered: boolean
  live: Live<(typeof mine)['kinds'][number]>
}

/** Credit by card: goes to the provider's page as soon as it is ready. */
export function TopUp({ card, offered, live }: TopUpProps) {
  const t = useT()
  const { carries } = useSnapshot(connection)
  const [typed, setTyped] = useState('20')
  const [tried, setTried] = useState(false)
  const [begun, setBegun] = useState<string | null>(null)
  const payment = useRow(live, 'payment', begun ?? '')
  useProviderRedirect(payment)
  const errand = useCommand(false, () => errand.forget())
  const cents = centsOf(typed)
  const wrong = cents === null || cents < least || cents > most
  const bounds = { least: formatEuros(least), most: formatEuros(most) }
  const submit = () => {
    setTried(true)
    if (wrong || !carries) return
    void errand.run(async () => {
      const answer = await send(topUp, { amountCents: cents })
      if (answer.ok) setBegun(answer.reply.payment.id)
      return answer
    })
  }
  return (
    <Panel title={t('credit.topUp')}>
      {card === false || !offered ? (
        <Alert severity="info">
          {refusalText({ code: offered ? 'payment-provider-unavailable' : 'payment-not-offered' })}
        </Alert>
      ) : (
        <form
          className={classes.topUp}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <div className={classes.chips} role="group" aria-label={t('credit.amount')}>
            {usual.map((amount) => (
              <Button
                key={amount}
                variant={cents === amount ? 'filled' : 'default'}
                aria-pressed={cents === amount}
                onClick={() => setTyped(String(amount / 100))}
              >
                {formatEuros(amount)}
              </Button>
            ))}
          </div>
          <TextInput
            label={t('credit.topUp.amount')}
            description={t('credit.topUp.bounds', bounds)}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={tried && wrong ? t('credit.topUp.wrong', bounds) : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button
            type="submit"
            loading={errand.busy || payment?.state === 'pending'}
            disabled={card === null || !carries}
            leftSection={<Icon name="card" size={18} />}
          >
            {t('credit.topUp.act')}
          </Button>
          <CommandAlert state={errand.state} title={t('credit.topUp.failed')} />
        </form>
      )}
    </Panel>
  )
}
