import { ActionIcon, Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { maxLength } from '../../contract/fields.ts'
import { type ListView, renameListView } from '../../contract/people.ts'
import { TextField } from '../forms/fields.tsx'
import { formFields } from '../forms/form-fields.ts'
import { useCommandForm } from '../forms/use-command-form.tsx'
import { refusalText, useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notify.tsx'
import classes from './lists.module.css'

/** The input of a view's new name. */
export const viewNameFields = formFields(renameListView, { name: 'lists.views.newName' }, ['viewId'])

interface ViewItemProps {
  readonly view: ListView
  readonly onApply: () => void
  readonly onRemove: () => void
  readonly onRenamed: () => void
}

/** A saved view in the menu: it is applied, renamed in place, or removed. */
export function ViewItem({ view, onApply, onRemove, onRenamed }: ViewItemProps) {
  const t = useT()
  const [renaming, setRenaming] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && !renaming) pencil.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])
  const end = (renamed: boolean) => {
    setRenaming(false)
    if (renamed) onRenamed()
  }
  if (renaming)
    return (
      <li>
        <Rename view={view} onEnd={end} />
      </li>
    )
  return (
    <li className={classes.viewsItem}>
      <Button className={classes.viewsName ?? ''} variant="subtle" justify="flex-start" onClick={onApply}>
        {view.name}
      </Button>
      <ActionIcon
        ref={pencil}
        aria-label={t('lists.views.rename', { name: view.name })}
        onClick={() => setRenaming(true)}
      >
        <Icon name="edit" size={16} />
      </ActionIcon>
      <ActionIcon aria-label={t('lists.views.remove', { name: view.name })} onClick={onRemove}>
        <Icon name="close" size={16} />
      </ActionIcon>
    </li>
  )
}

function Rename({ view, onEnd }: { view: ListView; onEnd: (renamed: boolean) => void }) {
  const t = useT()
  const form = useCommandForm({
    def: renameListView,
    fields: viewNameFields,
    initial: { name: view.name },
    toInput: ({ name }) => ({ viewId: view.id, name }),
    onDone: ({ name }) => {
      notify.success(t('lists.views.renamed', { name }))
      onEnd(true)
    },
  })
  const { mantine, refusal } = form
  useEffect(() => {
    mantine.getInputNode('name')?.focus()
    // Once, when the name turns into an input.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.dirty) form.submit()
    else onEnd(false)
  }
  return (
    <form className={classes.save} onSubmit={submit} noValidate>
      <TextField form={form} path="name" maxLength={maxLength.name} />
      {refusal && !refusal.fields && (
        <p className={classes.menuText} role="alert">
          {refusalText(refusal)}
        </p>
      )}
      <div className={classes.renameActs}>
        <Button variant="default" onClick={() => onEnd(false)}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={form.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}
