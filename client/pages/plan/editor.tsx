import { Button } from '@mantine/core'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { pictures as picturesQuery } from '../../../contract/media.ts'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { type Change, draftOf } from '../../site-canvas/edit/draft.ts'
import { usualSize } from '../../site-canvas/geometry/arrange.ts'
import type { Point } from '../../site-canvas/geometry/box.ts'
import { type PlanHandle, SitePlan } from '../../site-canvas/site-plan.tsx'
import { deviceRow, type PlanLive } from '../../sites/plan-live.ts'
import { connection } from '../../stores/connection.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import text from '../../ui/text.module.css'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { Background } from './background.tsx'
import { Conflict } from './conflict.tsx'
import { EditTools } from './edit-tools.tsx'
import { Inspector } from './inspector.tsx'
import classes from './plan.module.css'
import { PlanStatus } from './plan-status.tsx'
import type { PlanSearch } from './search.ts'
import { Unplaced } from './unplaced.tsx'
import { useEdit } from './use-edit.ts'

/** The plan in work: moved by hand, key or figures, saved as a whole. */
export function Editor({ live, plan }: { live: PlanLive; plan: PlanView }) {
  const t = useT()
  const setSearch = useSearchChange<PlanSearch>()
  const { carries } = useSnapshot(connection)
  const work = useEdit(plan)
  const { edit, dispatch } = work
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set())
  const [preview, setPreview] = useState(false)
  const [theirs, setTheirs] = useState(false)
  const [opacity, setOpacity] = useState(0.6)
  const canvas = useRef<PlanHandle>(null)
  const pictures = useQuery(picturesQuery, { siteId: plan.siteId })
  const lookAtTheirs = theirs && work.conflict
  const draft = useMemo(() => (lookAtTheirs ? draftOf(plan) : edit.draft), [lookAtTheirs, plan, edit.draft])
  const working = !preview && !lookAtTheirs
  const background = useMemo(() => {
    if (draft.backgroundId === null) return null
    const known = [plan.background, edit.base.background].find((one) => one?.mediaId === draft.backgroundId)
    return known ?? pictures.view?.media.find(({ id }) => id === draft.backgroundId) ?? null
  }, [draft.backgroundId, plan.background, edit.base.background, pictures.view])

  const change = (next: Change, name?: string) =>
    dispatch({ type: 'change', change: next, ...(name === undefined ? {} : { name }) })
  const place = (id: number, at: Point | undefined) => {
    if (at === undefined) return
    const { widthMm, heightMm } = usualSize(deviceRow(live, id)?.type.icon ?? null)
    const snap = (mm: number) => Math.round(mm / 100) * 100
    const [xMm, yMm] = [snap(at.x - widthMm / 2), snap(at.y - heightMm / 2)]
    change({ places: new Map([[id, { xMm, yMm, widthMm, heightMm, rotationDeg: 0 }]]) })
    setSelection(new Set([id]))
  }
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !working) return
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') return
    const key = event.key.toLowerCase()
    if (key === 'z') dispatch({ type: event.shiftKey ? 'redo' : 'undo' })
    else if (key === 'y') dispatch({ type: 'redo' })
    else return
    event.preventDefault()
  }
  return (
    <div onKeyDown={keys} role="presentation">
      <Page
        title={t('plan.edit.title', { site: plan.siteName })}
        live={{ fresh: live.state === 'live', asOf: live.asOf }}
        actions={
          <Button variant="default" onClick={() => setSearch({ edit: undefined })}>
            {t('plan.end')}
          </Button>
        }
        tools={
          <EditTools
            live={live}
            work={work}
            carries={carries}
            preview={preview}
            working={working}
            onPreview={() => setPreview(!preview)}
          />
        }
      >
        {work.conflict ? (
          <Conflict
            plan={plan}
            theirs={theirs}
            onLook={() => setTheirs(!theirs)}
            onDecide={(type) => {
              setTheirs(false)
              work.setRefusal(null)
              dispatch({ type, plan })
            }}
          />
        ) : (
          work.refusal && (
            <Alert severity="error" title={t('plan.save.failed')}>
              {refusalText(work.refusal)}
            </Alert>
          )
        )}
        {preview && <Alert severity="info">{t('plan.preview.note')}</Alert>}
        <div className={classes.board}>
          <div className={classes.drawing}>
            <SitePlan
              plan={plan}
              live={live.view}
              mode={working ? 'edit' : 'view'}
              draft={draft}
              background={background}
              opacity={opacity}
              {...(working ? { selection } : {})}
              onSelect={setSelection}
              onChange={change}
              onDropDevice={place}
              handle={canvas}
            />
            <Disclosure label={t('plan.keys')}>
              <p className={text.note}>{t('plan.keys.edit')}</p>
            </Disclosure>
          </div>
          <aside className={classes.side} aria-label={t('plan.edit.tools')} inert={!working}>
            <Inspector plan={plan} draft={draft} selection={selection} onChange={change} onSelect={setSelection} />
            <Unplaced plan={plan} draft={draft} onPlace={(id) => place(id, canvas.current?.middle())} />
            <Panel title={t('plan.background')}>
              <Background
                siteId={plan.siteId}
                pictures={pictures}
                chosen={edit.draft.backgroundId}
                opacity={opacity}
                onOpacity={setOpacity}
                onChoose={(backgroundId) => change({ places: new Map(), backgroundId })}
              />
            </Panel>
          </aside>
        </div>
        <Panel title={t('plan.table')}>
          <PlanStatus
            plan={plan}
            draft={draft}
            selection={selection}
            onSelect={(ids) => {
              setSelection(ids)
              const [first] = ids
              if (first !== undefined && ids.size === 1) canvas.current?.show(first)
            }}
          />
        </Panel>
      </Page>
    </div>
  )
}
