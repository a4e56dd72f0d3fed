import type { PlanDevice, PlanView } from '../../../contract/sites/plan.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Draft, samePlace } from '../../site-canvas/edit/draft.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './plan.module.css'
import { Position } from './plan-table.tsx'

interface PlanStatusProps {
  plan: PlanView
  draft: Draft
  selection: ReadonlySet<number>
  onSelect: (ids: ReadonlySet<number>) => void
}

/** Where every device stands in the edit, as a table from which they can be chosen for the figures beside the plan. */
export function PlanStatus({ plan, draft, selection, onSelect }: PlanStatusProps) {
  const t = useT()
  const rows = plan.devices.map(({ id, name, place }) => ({
    id,
    name,
    saved: place,
    place: draft.places.get(id) ?? null,
  }))
  const toggle = (id: number) => {
    const next = new Set(selection)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  const columns: Column<PlanDevice & { saved: PlanDevice['place'] }>[] = [
    {
      key: 'name',
      title: t('common.device'),
      phone: 'title',
      cell: ({ id, name, place }) => (
        <label className={classes.check}>
          <input
            className={classes.checkInput}
            type="checkbox"
            checked={selection.has(id)}
            disabled={place === null}
            aria-label={t('common.selectDevice', { device: name })}
            onChange={() => toggle(id)}
          />
          {name}
        </label>
      ),
    },
    { key: 'place', title: t('plan.column.place'), cell: ({ place }) => <Position place={place} /> },
    {
      key: 'changed',
      title: t('plan.column.changes'),
      phone: 'plain',
      cell: ({ saved, place }) =>
        samePlace(saved, place) ? null : (
          <Badge tone="info" icon="edit">
            {t('plan.changed')}
          </Badge>
        ),
    },
  ]
  return <DataList label={t('plan.table')} columns={columns} rows={rows} rowId={({ id }) => id} pageSize={25} />
}
