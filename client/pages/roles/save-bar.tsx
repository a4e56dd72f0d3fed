import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { grant, type MatrixView } from '../../../contract/roles.ts'
import { useCommand } from '../../commands/use-command.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Alert } from '../../ui/alert.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import { ClosingDialog } from './closing-dialog.tsx'
import classes from './roles.module.css'
import type { Changes } from './use-changes.ts'

interface SaveBarProps {
  view: MatrixView
  changes: Changes
  /** Reads the matrix again. */
  reload: () => void
}

/** How many changes wait, and the way to save or discard them; what is taken away is confirmed first. */
export function SaveBar({ view, changes, reload }: SaveBarProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  /** A view that is outdated since the last save: nothing is saved from it again, the next one is being read. */
  const [outdated, setOutdated] = useState<MatrixView | null>(null)
  const count = changes.list.length
  const command = useCommand(false, () => {
    notify.success(t('roles.updated'))
    setAsking(false)
    command.forget()
    // The boxes stay as they were saved until the matrix has been read again; then they are no changes any more.
    reload()
  })
  useBlocker({
    disabled: count === 0,
    enableBeforeUnload: true,
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      !(await confirm({
        title: t('common.leaveTitle'),
        text: t('forms.leave'),
        act: t('common.discardChanges'),
        tone: 'error',
      })),
  })
  const save = async (closing: boolean) => {
    const versions = view.roles.map(({ id, version }) => ({ roleId: id, version }))
    await command.run(async () => {
      const answer = await send(grant, { changes: [...changes.list], versions, closing })
      setAsking(false)
      if (answer.ok || answer.refusal.code === 'changed-meanwhile') setOutdated(view)
      if (!answer.ok) reload()
      return answer
    })
  }
  const takesAway = changes.list.some(({ granted }) => !granted)
  const { state } = command
  const refusal =
    state.kind === 'refused' ? state.refusal : state.kind === 'unknown' ? { code: 'outcome-unknown' } : null
  return (
    <>
      {refusal && (
        <Alert severity={refusal.code === 'last-way-in' ? 'error' : 'warning'} title={t('roles.notUpdated')}>
          <p className={classes.line}>{refusalText(refusal)}</p>
          {refusal.code === 'changed-meanwhile' && <p className={classes.line}>{t('roles.meanwhile')}</p>}
        </Alert>
      )}
      {count > 0 && (
        <div className={classes.bar} role="status">
          <span className={classes.barText}>{t('roles.unsaved', { count })}</span>
          <Button
            variant="default"
            onClick={() => {
              command.forget()
              changes.discard()
            }}
          >
            {t('common.discardChanges')}
          </Button>
          <Button
            loading={command.busy}
            disabled={outdated === view}
            onClick={() => (takesAway ? setAsking(true) : void save(false))}
          >
            {t('common.save')}
          </Button>
        </div>
      )}
      {asking && (
        <ClosingDialog
          changes={changes.list}
          busy={command.busy}
          onConfirm={() => void save(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
