import { Button, Popover, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ListDef } from '../../contract/list.ts'
import { type ListView, type ListViewSettings, listViews, removeListView, saveListView } from '../../contract/people.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import { useQuery } from '../stores/use-query.ts'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notify.tsx'
import classes from './lists.module.css'
import type { ListState } from './use-list.ts'
import { ViewItem } from './view-item.tsx'

/** A person's saved views of a list: filters, sort, columns and row height under a name. */
export function ViewMenu<D extends ListDef>({ list }: { list: ListState<D> }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={open} onChange={setOpen}>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="tag" size={18} />} onClick={() => setOpen(!open)}>
          {t('lists.views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu ?? ''} aria-label={t('lists.views.title')}>
        {open && <Views list={list} onDone={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Views<D extends ListDef>({ list, onDone }: { list: ListState<D>; onDone: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [changes, setChanges] = useState(0)
  const { view: views, refusal } = useQuery(listViews, { list: list.def.name }, changes)
  const reload = () => setChanges((count) => count + 1)
  const apply = ({ settings }: ListView) => {
    void navigate({ to: '.', search: settings.search as never, replace: true, resetScroll: false })
    list.layout.setColumns(settings.columns)
    list.layout.setDensity(settings.density)
    onDone()
  }
  const saveAs = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await send(saveListView, { list: list.def.name, name, settings: settingsOf(list) })
    if (!answer.ok) return notify.refusal(answer.refusal)
    notify.success(t('lists.views.saved', { name: answer.reply.name }))
    onDone()
  }
  const remove = async ({ id }: ListView) => {
    const answer = await send(removeListView, { viewId: id })
    if (!answer.ok) notify.refusal(answer.refusal)
    reload()
  }
  return (
    <>
      <strong>{t('lists.views.title')}</strong>
      {refusal && (
        <p className={classes.menuText} role="alert">
          {refusalText(refusal)}
        </p>
      )}
      {views?.length === 0 && <p className={classes.menuText}>{t('lists.views.none')}</p>}
      {views && views.length > 0 && (
        <ul className={classes.views}>
          {views.map((view) => (
            <ViewItem
              key={view.id}
              view={view}
              onApply={() => apply(view)}
              onRemove={() => void remove(view)}
              onRenamed={reload}
            />
          ))}
        </ul>
      )}
      <form className={classes.save} onSubmit={(event) => void saveAs(event)}>
        <TextInput
          label={t('lists.views.name')}
          value={name}
          maxLength={45}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('lists.views.save')}
        </Button>
      </form>
    </>
  )
}

/** The page is not part of a view: it starts at the first one. */
function settingsOf<D extends ListDef>({ search, layout }: ListState<D>): ListViewSettings {
  const { page: _page, ...kept } = search as Record<string, unknown>
  const given = Object.entries(kept).filter(([, value]) => value !== undefined)
  return {
    search: Object.fromEntries(given) as ListViewSettings['search'],
    columns: [...layout.columns],
    density: layout.density,
  }
}
