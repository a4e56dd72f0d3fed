import { Button } from '@mantine/core'
import { useT } from '../../i18n/i18n.ts'
import { arranged, usualSize } from '../../site-canvas/geometry/arrange.ts'
import type { Place } from '../../site-canvas/geometry/box.ts'
import { deviceRow, type PlanLive } from '../../sites/plan-live.ts'
import { Icon } from '../../ui/icons.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import classes from './plan.module.css'
import type { useEdit } from './use-edit.ts'

interface EditToolsProps {
  live: PlanLive
  work: ReturnType<typeof useEdit>
  /** Whether commands reach the server now. */
  carries: boolean
  preview: boolean
  working: boolean
  onPreview: () => void
}

/** Undo, redo, arrange, preview and save, and how much has been changed. */
export function EditTools({ live, work, carries, preview, working, onPreview }: EditToolsProps) {
  const t = useT()
  const { edit, dispatch, changed, conflict, count } = work
  const arrange = () => {
    const standing: Place[] = []
    const unplaced: number[] = []
    for (const [id, place] of edit.draft.places) {
      if (place === null) unplaced.push(id)
      else standing.push(place)
    }
    const names = new Map(edit.base.devices.map(({ id, name }) => [id, name]))
    const devices = unplaced.map((id) => {
      const device = deviceRow(live, id)
      const size = usualSize(device?.type.icon ?? null)
      const [path, sequence] = [device?.path.number ?? 0, device?.sequenceNumber ?? 0]
      return { id, name: names.get(id) ?? '', ...size, path, sequence }
    })
    dispatch({ type: 'change', change: { places: arranged(devices, standing, edit.base) } })
  }
  const nothingLeft = [...edit.draft.places.values()].every((place) => place !== null)
  const why = !carries
    ? t('plan.edit.offline')
    : !changed
      ? t('plan.save.nothing')
      : conflict
        ? t('plan.conflict.title')
        : null
  const parts = [
    count.places.size > 0 && t('plan.changes', { count: count.places.size }),
    count.backgroundId !== undefined && t('plan.changes.background'),
  ].filter((part) => part !== false)
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('plan.edit.tools')}>
      <Button
        variant="default"
        leftSection={<Icon name="undo" size={18} />}
        disabled={edit.done.length === 0 || !working}
        onClick={() => dispatch({ type: 'undo' })}
      >
        {t('plan.undo')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="redo" size={18} />}
        disabled={edit.undone.length === 0 || !working}
        onClick={() => dispatch({ type: 'redo' })}
      >
        {t('plan.redo')}
      </Button>
      <ReasonButton icon="zone" reason={nothingLeft ? t('plan.unplaced.none') : null} onAct={arrange}>
        {t('plan.arrange')}
      </ReasonButton>
      <Button
        variant="default"
        aria-pressed={preview}
        leftSection={<Icon name={preview ? 'edit' : 'search'} size={18} />}
        onClick={onPreview}
      >
        {t(preview ? 'plan.preview.end' : 'plan.preview')}
      </Button>
      <div className={classes.saving}>
        <span className={classes.changes} role="status">
          {parts.length === 0 ? t('plan.changes.none') : parts.join(' · ')}
        </span>
        <ReasonButton icon="check" tone="brand" reason={why} busy={work.saving} onAct={() => void work.save()}>
          {t('plan.save')}
        </ReasonButton>
      </div>
    </div>
  )
}
