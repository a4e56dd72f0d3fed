import { Button } from '@mantine/core'
import { useState } from 'react'
import { type HistoryEntity, of } from '../../contract/history.ts'
import { formatDateTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { useQuery } from '../stores/use-query.ts'
import { ChangedFields } from './changed-fields.tsx'
import classes from './history.module.css'
import { UndoButton } from './undo-button.tsx'

/** Who changed what of one row when, newest first. Read when it is opened. */
export function EntityHistory({ entity, id }: { entity: HistoryEntity; id: number }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <section className={classes.panel}>
      <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('history.title')}
      </Button>
      {open && <Latest entity={entity} id={id} />}
    </section>
  )
}

function Latest({ entity, id }: { entity: HistoryEntity; id: number }) {
  const t = useT()
  const [moved, setMoved] = useState(0)
  const { view } = useQuery(of, { entity, id }, moved)
  if (!view) return null
  if (view.changes.length === 0) return <p>{t('history.none')}</p>
  return (
    <ol className={classes.changes}>
      {view.changes.map((change) => (
        <li key={change.id}>
          <time dateTime={change.at}>{formatDateTime(change.at)}</time> {change.by?.name ?? t('history.portal')}
          {': '}
          {t(`history.${change.operation}`)}
          <ChangedFields fields={change.fields} />
          <UndoButton change={change} onDone={() => setMoved((count) => count + 1)} />
        </li>
      ))}
    </ol>
  )
}
