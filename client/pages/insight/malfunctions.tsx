import { Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { malfunctions } from '../../../contract/insight.ts'
import { useT } from '../../i18n/i18n.ts'
import { placeOf } from '../../malfunction/malfunction-words.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import { announce } from '../../ui/announce.ts'
import { Announcer } from '../../ui/announcer.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { Incident } from './incident.tsx'
import classes from './insight.module.css'
import { sameMalfunctionList } from './malfunction-list.ts'
import { MalfunctionTools } from './malfunction-tools.tsx'
import { OpenList } from './open-list.tsx'
import { PastMalfunctions } from './past-malfunctions.tsx'
import { type MalfunctionSearch, malfunctionSearch } from './search.ts'
import { chime, setSound, sound } from './sound.ts'
import { useListed } from './use-listed.ts'
import { useNewcomers, useTitleBadge } from './use-newcomers.ts'

const route = getRouteApi('/malfunctions')

/** Open malfunctions in the operator's zones, live (LIVE-1, LIVE-2); past ones, and the details of one. */
export function Malfunctions() {
  const t = useT()
  const live = useWatch(malfunctions, {})
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const beside = useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false })
  const filter = useAddress(malfunctionSearch, route.useSearch())
  const change = useSearchChange<MalfunctionSearch>()
  const list = useRows(live, 'malfunction', useListed(filter), sameMalfunctionList)
  const title = t('common.malfunctions')
  const { marked, waiting } = useNewcomers(live.view, (rows) => {
    const [first] = rows
    if (rows.length > 1 || first === undefined) announce(t('insight.new.many', { count: rows.length }))
    else announce(t('insight.new.one', { kind: t(`insight.kind.${first.kind}`), place: placeOf(first, t) }))
    chime()
  })
  useTitleBadge(waiting, title)
  const ready = live.state === 'live' || live.state === 'stale'
  const past = filter.show === 'past'
  const { incident } = filter
  if (incident !== undefined && !beside) return <Incident key={incident} id={incident} board={live} as="page" />
  const main = past ? (
    <PastMalfunctions search={filter} onChange={change} />
  ) : (
    <OpenList live={live} list={list} filter={filter} marked={marked} onChange={change} />
  )
  return (
    <Page
      title={title}
      width="full"
      lead={ready && list.open > 0 && t('insight.malfunctions.lead', { open: list.open, unseen: list.unseen })}
      live={ready ? { fresh: live.state === 'live', asOf: live.asOf } : undefined}
      actions={
        <div className={classes.actions}>
          <SegmentedFilter
            label={t('insight.show')}
            value={past ? 'past' : 'open'}
            onChange={(value) =>
              change({ show: value === 'past' ? 'past' : undefined, page: undefined, incident: undefined })
            }
            options={[
              { value: 'open', label: t('insight.show.open'), icon: 'alert', count: list.open },
              { value: 'past', label: t('common.history'), icon: 'history' },
            ]}
          />
          <SoundSwitch />
        </div>
      }
      tools={
        ready &&
        list.open > 0 &&
        !past && <MalfunctionTools filter={filter} list={list} compact={compact} onChange={change} />
      }
    >
      <Announcer />
      {incident === undefined ? (
        main
      ) : (
        <div className={classes.beside}>
          <div>{main}</div>
          <Incident key={incident} id={incident} board={live} as="drawer" />
        </div>
      )}
    </Page>
  )
}

function SoundSwitch() {
  const t = useT()
  const { on } = useSnapshot(sound)
  return (
    <Switch
      label={t('insight.sound')}
      aria-label={t('insight.sound.label')}
      checked={on}
      onChange={(event) => setSound(event.currentTarget.checked)}
    />
  )
}
