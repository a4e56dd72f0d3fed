import { Button } from '@mantine/core'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { useT } from '../../i18n/i18n.ts'
import type { Draft } from '../../site-canvas/edit/draft.ts'
import { draggedDevice } from '../../site-canvas/site-plan.tsx'
import { Panel } from '../../ui/page.tsx'
import text from '../../ui/text.module.css'
import classes from './plan.module.css'

interface UnplacedProps {
  plan: PlanView
  draft: Draft
  onPlace: (id: number) => void
}
/** A site with thousands of them arranges them at once; nobody drags from a list of that length. */
const shown = 50

/** Devices that stand nowhere yet: to be dragged onto the plan, or placed by a button. */
export function Unplaced({ plan, draft, onPlace }: UnplacedProps) {
  const t = useT()
  const waiting = plan.devices.filter(({ id }) => (draft.places.get(id) ?? null) === null)
  if (waiting.length === 0) return null
  return (
    <Panel title={t('plan.place.none')}>
      <p className={text.note}>{t('plan.unplaced.hint')}</p>
      <ul className={classes.waiting}>
        {waiting.slice(0, shown).map(({ id, name }) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is the other way to do what the button does
          <li
            className={classes.waitingItem}
            key={id}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(draggedDevice, String(id))
              event.dataTransfer.effectAllowed = 'move'
            }}
          >
            <span>{name}</span>
            <Button
              variant="default"
              aria-label={t('plan.unplaced.placeOne', { device: name })}
              onClick={() => onPlace(id)}
            >
              {t('plan.unplaced.place')}
            </Button>
          </li>
        ))}
      </ul>
      {waiting.length > shown && <p className={text.note}>{t('ui.shown', { shown, total: waiting.length })}</p>}
    </Panel>
  )
}
