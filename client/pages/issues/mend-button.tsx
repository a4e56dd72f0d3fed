import { Button } from '@mantine/core'
import { useState } from 'react'
import { mend, type Problem, type ProblemKind } from '../../../contract/problems.ts'
import { repairRefund } from '../../../contract/reservations.ts'
import { useCommand } from '../../commands/use-command.ts'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'

const mendable = ['manager-without-company', 'location-differs', 'missing-refund'] as const
type Mendable = (typeof mendable)[number]
export const isMendable = (kind: ProblemKind): kind is Mendable => mendable.includes(kind as Mendable)

/** Mends a problem after a question that says what will change. */
export function MendButton({ kind, problem, onDone }: { kind: Mendable; problem: Problem; onDone: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const command = useCommand(false, () => {
    setOpen(false)
    notify.success(t('issues.mended'))
    onDone()
  })
  const { id, name, detail } = problem
  const text = {
    'manager-without-company': () => t('issues.mend.company', { name, companies: detail['companies'] ?? '' }),
    'location-differs': () => t('issues.mend.location', { name, from: detail['from'] ?? '', to: detail['to'] ?? '' }),
    'missing-refund': () => t('issues.mend.refund', { number: name, amount: formatEuros(Number(detail['cents'])) }),
  }[kind]
  const run = () => (kind === 'missing-refund' ? send(repairRefund, { reservationId: id }) : send(mend, { kind, id }))
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
        {t('issues.mend')}
      </Button>
      {open && (
        <Dialog
          title={t('issues.mend.title')}
          lead={text()}
          onClose={() => setOpen(false)}
          onSubmit={() => void command.run(run)}
          act={{ label: t('issues.mend'), busy: command.busy }}
        >
          {command.state.kind === 'unknown' && (
            <Alert severity="warning">{refusalText({ code: 'outcome-unknown' })}</Alert>
          )}
          {command.state.kind === 'refused' && <Alert severity="error">{refusalText(command.state.refusal)}</Alert>}
        </Dialog>
      )}
    </>
  )
}
