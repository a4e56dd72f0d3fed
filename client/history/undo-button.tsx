import { Button } from '@mantine/core'
import { type HistoryChange, undo } from '../../contract/history.ts'
import { useCommand } from '../commands/use-command.ts'
import { useT } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notify.tsx'

/** Takes back everything that one command or job did. */
export function UndoButton({ change, onDone }: { change: HistoryChange; onDone: () => void }) {
  const t = useT()
  const name = change.name ?? `#${change.rowId}`
  const command = useCommand(false, () => {
    notify.success(t('history.undone.of', { name }))
    onDone()
  })
  if (change.undone) return t('history.undone')
  if (!change.undoable) return null
  const act = () =>
    command.run(async () => {
      const answer = await send(undo, { cause: change.cause })
      if (!answer.ok) notify.refusal(answer.refusal)
      return answer
    })
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon name="undo" size={16} />}
      loading={command.busy}
      aria-label={t('history.undo.of', { name })}
      onClick={() => void act()}
    >
      {t('history.undo')}
    </Button>
  )
}
