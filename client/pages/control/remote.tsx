import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { devices, emergencyFeatures } from '../../../contract/control.ts'
import { mayAccess, operatorFeatures } from '../../../contract/features.ts'
import type { Action } from '../../../machines/device.ts'
import { DeviceRow } from '../../commands/device-row.tsx'
import { createSelection } from '../../commands/selection.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Announcer } from '../../ui/announcer.tsx'
import { Lazy } from '../../ui/lazy.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { WindowList } from '../../ui/window-list.tsx'
import { Dock } from './dock.tsx'
import { EmergencyDialog } from './emergency-dialog.tsx'
import { GroupHead } from './group-head.tsx'
import { ManyDialog } from './many-dialog.tsx'
import type { Line } from './remote-list.ts'
import { RemoteTools } from './remote-tools.tsx'
import { useRemoteList } from './use-remote-list.ts'
import { useSelectionKeys } from './use-selection-keys.ts'
import { useSeveral } from './use-several.ts'

const route = getRouteApi('/smart-remote')
/** Drawing is a separate chunk: most people work with the list. */
const remotePlan = lazyPart(
  () => import('./remote-plan.tsx'),
  ({ RemotePlan }) => RemotePlan,
)
const keyOf = (line: Line) => (line.kind === 'group' ? `group ${line.key}` : `device ${line.id}`)
interface Asked {
  readonly action: Action
  readonly ids: ReadonlySet<number>
}

/**
 * Smart remote: every device of the operator's zones in groups, live, with the commands allowed now, for one or several at once
 * (CTRL-1, CTRL-6, LIVE-3).
 */
export function Remote() {
  const t = useT()
  const live = useWatch(devices, {})
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const { filter, change, reset, found, idsNow, fold } = useRemoteList(live, route.useSearch())
  const planned = filter.plan ? filter.site : null
  const { features } = useSnapshot(session)
  const held = new Set(features)
  const linked = mayAccess(operatorFeatures, held)
  const [selection] = useState(createSelection)
  const several = useSeveral(live.view)
  const [asked, setAsked] = useState<Asked | 'emergency' | null>(null)
  const close = () => setAsked(null)
  const ready = live.state === 'live' || live.state === 'stale'
  useSelectionKeys(selection, idsNow)
  useEffect(
    () =>
      live.view.onRows('device', () => selection.keep((id) => (live.view.row('device', id)?.view ?? null) !== null)),
    [live.view, selection],
  )
  const give = async (action: Action, ids: readonly number[]) => {
    if (await several.give(action, ids)) close()
  }
  const heightOf = (line: Line) => (line.kind === 'group' ? 56 : compact ? 172 : 84)
  return (
    <Page
      title={t('control.title')}
      lead={t('control.lead')}
      live={ready ? { fresh: live.state === 'live', asOf: live.asOf } : undefined}
      actions={
        ready &&
        found.total > 0 && (
          <ReasonButton
            icon="alert"
            tone="error"
            reason={mayAccess(emergencyFeatures, held) ? null : t('control.emergency.off')}
            onAct={() => setAsked('emergency')}
          >
            {t('control.emergency')}
          </ReasonButton>
        )
      }
      tools={ready && found.total > 0 && <RemoteTools filter={filter} list={found} onChange={change} />}
    >
      <Announcer />
      {live.state === 'loading' && <RowsSkeleton rows={8} height="5rem" />}
      {live.state === 'error' && live.refusal && (
        <ErrorState
          text={refusalText(live.refusal)}
          supportCode={live.refusal.supportCode}
          onRetry={() => live.retry()}
        />
      )}
      {ready && found.total === 0 && (
        <EmptyState icon="device" title={t('control.empty.title')} text={t('control.empty.text')} />
      )}
      {ready && found.total > 0 && found.shown === 0 && (
        <EmptyState
          icon="search"
          title={t('control.none.title')}
          text={t('control.none.text')}
          action={
            <Button variant="default" onClick={reset}>
              {t('control.none.reset')}
            </Button>
          }
        />
      )}
      {ready && found.total > 0 && planned !== null && (
        <Lazy part={remotePlan} waiting={<RowsSkeleton rows={1} height="min(30rem, 60dvh)" />}>
          {(RemotePlan) => (
            <RemotePlan live={live} siteId={planned} selection={selection} ids={found.ids} linked={linked} />
          )}
        </Lazy>
      )}
      {ready && found.shown > 0 && (
        <WindowList label={t('control.list')} lines={found.lines} keyOf={keyOf} heightOf={heightOf}>
          {(line) =>
            line.kind === 'group' ? (
              <GroupHead group={line} selection={selection} onFold={fold} />
            ) : (
              <DeviceRow
                live={live}
                id={line.id}
                compact={compact}
                linked={linked}
                selection={selection}
                idsNow={idsNow}
              />
            )
          }
        </WindowList>
      )}
      {ready && (
        <Dock
          live={live}
          selection={selection}
          ids={found.ids}
          compact={compact}
          several={several}
          onAsk={(action, ids) => setAsked({ action, ids: new Set(ids) })}
        />
      )}
      {asked !== null && asked !== 'emergency' && (
        <ManyDialog
          live={live}
          ids={asked.ids}
          action={asked.action}
          busy={several.busy}
          onGive={(ids) => void give(asked.action, ids)}
          onClose={close}
        />
      )}
      {asked === 'emergency' && (
        <EmergencyDialog
          live={live}
          sites={found.sites}
          site={filter.site}
          chosen={selection.all()}
          busy={several.busy}
          onGive={(...request) => void several.openInEmergency(...request).then((done) => done && close())}
          onClose={close}
        />
      )}
    </Page>
  )
}
