import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { StatisticScope } from '../../../contract/statistics.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { Figures } from './figures.tsx'
import { type StatisticsSearch, statisticsSearch, tabs } from './search.ts'
import { Sensors } from './sensors.tsx'
import { SpanChoice } from './span-choice.tsx'
import { type Target, targetIcons } from './target.ts'
import { TargetDialog } from './target-dialog.tsx'
import { useShown } from './use-shown.ts'
import { WithTarget } from './with-target.tsx'

const route = getRouteApi('/statistics')

/** Figures and sensor logs of a device, a site or a zone over any span, against another one (LIVE-5). */
export function Statistics() {
  const t = useT()
  const search = useAddress(statisticsSearch, route.useSearch())
  const change = useSearchChange<StatisticsSearch>()
  const [choosing, setChoosing] = useState(false)
  const choose = (scope: StatisticScope, target: number) => {
    setChoosing(false)
    change({ scope, target })
  }
  const named = search.scope !== undefined && search.target !== undefined
  return (
    <WithTarget
      key={`${search.scope} ${search.target}`}
      scope={search.scope ?? 'zone'}
      id={named ? (search.target ?? null) : null}
    >
      {(found) => {
        const target = found.state === 'ready' ? found.target : null
        return (
          <Page
            title={t('statistics.title')}
            lead={target ? <About target={target} /> : t('statistics.lead')}
            actions={
              <Button
                variant="default"
                leftSection={<Icon name="search" size={18} />}
                onClick={() => setChoosing(true)}
              >
                {t('statistics.choose')}
              </Button>
            }
          >
            {found.state === 'loading' && <RowsSkeleton rows={3} height="9rem" />}
            {found.state === 'error' && (
              <ErrorState
                text={refusalText(found.refusal)}
                supportCode={found.refusal.supportCode}
                onRetry={found.retry}
              />
            )}
            {(found.state === 'gone' || found.state === 'none') && (
              <EmptyState
                icon="chart"
                title={t(`statistics.${found.state}.title`)}
                text={t(`statistics.${found.state}.text`)}
              />
            )}
            {target && <Content key={`${target.scope} ${target.id}`} target={target} search={search} />}
            {choosing && <TargetDialog now={target} onChoose={choose} onClose={() => setChoosing(false)} />}
          </Page>
        )
      }}
    </WithTarget>
  )
}

function About({ target }: { target: Target }) {
  const t = useT()
  return (
    <span>
      <Icon name={targetIcons[target.scope]} size={16} /> {t(`statistics.about.${target.scope}`, { name: target.name })}
    </span>
  )
}

function Content({ target, search }: { target: Target; search: StatisticsSearch }) {
  const t = useT()
  const change = useSearchChange<StatisticsSearch>()
  const shown = useShown(target, search)
  const tab = search.tab ?? 'figures'
  return (
    <>
      <SpanChoice shown={shown} />
      <div>
        <SegmentedFilter
          label={t('common.what')}
          value={tab}
          onChange={(next) => change({ tab: next === 'figures' ? undefined : next })}
          options={tabs.map((value) => ({
            value,
            label: t(`statistics.tab.${value}`),
            icon: value === 'figures' ? ('chart' as const) : ('thermometer' as const),
          }))}
        />
      </div>
      {tab === 'figures' ? (
        <Figures shown={shown} />
      ) : (
        <Sensors shown={shown} onMetrics={(chosen) => change({ metrics: chosen })} />
      )}
    </>
  )
}
