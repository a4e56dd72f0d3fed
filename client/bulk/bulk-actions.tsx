import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { notify } from '../ui/notify.tsx'
import type { ManyRow, ManyVerbs } from './many-verbs.ts'

const editDialog = lazyPart(
  () => import('./edit-many-dialog.tsx'),
  ({ EditManyDialog }) => EditManyDialog,
)
const removeDialog = lazyPart(
  () => import('./remove-many-dialog.tsx'),
  ({ RemoveManyDialog }) => RemoveManyDialog,
)

interface BulkActionsProps {
  verbs: ManyVerbs
  /** The selected rows. */
  rows: readonly ManyRow[]
  nameOf: (id: number) => string
  /** They were changed or removed. */
  onDone: () => void
}

/** Edits or deletes the selected rows. */
export function BulkActions({ verbs, rows, nameOf, onDone }: BulkActionsProps) {
  const t = useT()
  // A dialog keeps the rows that it was opened for, whatever the list behind it shows.
  const [open, setOpen] = useState<{ act: 'edit' | 'remove'; rows: readonly ManyRow[] } | null>(null)
  const { remove } = verbs
  const close = () => setOpen(null)
  const done = (text: string) => {
    close()
    onDone()
    notify.success(text)
  }
  return (
    <>
      <Button leftSection={<Icon name="edit" size={18} />} onClick={() => setOpen({ act: 'edit', rows })}>
        {t('bulk.edit')}
      </Button>
      {remove && (
        <Button
          variant="default"
          leftSection={<Icon name="close" size={18} />}
          onClick={() => setOpen({ act: 'remove', rows })}
        >
          {t('bulk.remove')}
        </Button>
      )}
      {open?.act === 'edit' && (
        <Lazy part={editDialog} waiting={null}>
          {(EditManyDialog) => (
            <EditManyDialog
              verbs={verbs}
              rows={open.rows}
              nameOf={nameOf}
              onClose={close}
              onDone={(count) => done(t('bulk.edited', { count }))}
            />
          )}
        </Lazy>
      )}
      {open?.act === 'remove' && remove && (
        <Lazy part={removeDialog} waiting={null}>
          {(RemoveManyDialog) => (
            <RemoveManyDialog
              def={remove.def}
              verbs={verbs}
              rows={open.rows}
              nameOf={nameOf}
              onClose={close}
              onDone={(count) => done(t('bulk.removed', { count }))}
            />
          )}
        </Lazy>
      )}
    </>
  )
}
