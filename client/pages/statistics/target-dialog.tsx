import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { devices } from '../../../contract/control.ts'
import type { DeviceView } from '../../../contract/devices.ts'
import { sites, zones } from '../../../contract/sites.ts'
import type { StatisticScope } from '../../../contract/statistics.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { sameList, useRows, useWatch } from '../../stores/use-watch.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import classes from './statistics.module.css'
import { type Target, targetIcons } from './target.ts'

interface TargetDialogProps {
  now: Target | null
  onChoose: (scope: StatisticScope, id: number) => void
  onClose: () => void
}
interface Hit {
  readonly scope: StatisticScope
  readonly id: number
  readonly name: string
  readonly where: string
}

/** Maximum number listed of each kind; typing more narrows the list. */
const most = 40
/** From so many letters on devices are searched: all of them would be a long list. */
const minLetters = 2

/** Which zone, site or device: a search among those of the caller. */
export function TargetDialog({ now, onChoose, onClose }: TargetDialogProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 250)
  const zoneList = useQuery(zones, {})
  const siteList = useQuery(sites, { query: text, limit: most })
  const wanted = text.toLocaleLowerCase()
  const zoneHits = (zoneList.view ?? []).flatMap(({ id, name, tenant }): Hit[] =>
    name.toLocaleLowerCase().includes(wanted) ? [{ scope: 'zone', id, name, where: tenant.name }] : [],
  )
  const siteHits = (siteList.view?.items ?? []).map(
    ({ id, name, city, zones: inside }): Hit => ({
      scope: 'site',
      id,
      name,
      where: city ?? inside.map((zone) => zone.name).join(', '),
    }),
  )
  const list = { now, onChoose }
  const refusal = zoneList.refusal ?? siteList.refusal
  return (
    <Dialog title={t('statistics.choose.title')} lead={t('statistics.choose.lead')} onClose={onClose}>
      <SearchField label={t('statistics.choose.search')} value={typed} onChange={setTyped} />
      {refusal !== null && (
        <ErrorState text={refusalText(refusal)} onRetry={zoneList.refusal ? zoneList.retry : siteList.retry} />
      )}
      {refusal === null && (zoneList.view === null || siteList.view === null) && <RowsSkeleton rows={4} />}
      <Hits title={t('common.zones')} hits={zoneHits} {...list} />
      <Hits title={t('common.sites')} hits={siteHits} {...list} />
      {text.length >= minLetters ? (
        <Devices wanted={wanted} {...list} />
      ) : (
        <p className={classes.hint}>{t('statistics.choose.devices', { count: minLetters })}</p>
      )}
    </Dialog>
  )
}

type Shared = Pick<TargetDialogProps, 'now' | 'onChoose'>

function Devices({ wanted, ...list }: Shared & { wanted: string }) {
  const t = useT()
  const live = useWatch(devices, {})
  const derive = useCallback(
    (rows: DeviceView[]) =>
      rows
        .filter(({ name, hardwareId }) => `${name} ${hardwareId}`.toLocaleLowerCase().includes(wanted))
        .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
        .slice(0, most),
    [wanted],
  )
  const found = useRows(live, 'device', derive, sameList)
  const hits = useMemo(
    () => found.map(({ id, name, site }): Hit => ({ scope: 'device', id, name, where: site.name })),
    [found],
  )
  if (live.state === 'loading') return <RowsSkeleton rows={3} />
  if (live.state === 'error' && live.refusal)
    return <ErrorState text={refusalText(live.refusal)} onRetry={live.retry} />
  return <Hits title={t('common.devices')} hits={hits} {...list} />
}

function Hits({ title, hits, now, onChoose }: Shared & { title: string; hits: readonly Hit[] }) {
  const t = useT()
  return (
    <section className={classes.hits} aria-label={title}>
      <h3 className={classes.hitsTitle}>{title}</h3>
      {hits.length === 0 && <p className={classes.hint}>{t('statistics.choose.none')}</p>}
      <ul className={classes.hitsList}>
        {hits.slice(0, most).map(({ scope, id, name, where }) => (
          <li key={id}>
            <button
              className={classes.hitsButton}
              type="button"
              aria-current={now?.scope === scope && now.id === id ? 'true' : undefined}
              onClick={() => onChoose(scope, id)}
            >
              <Icon name={targetIcons[scope]} size={18} />
              <span className={classes.hitsPart}>
                <strong>{name}</strong>
                {where !== '' && <small className={classes.hitsNote}>{where}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hits.length >= most && <p className={classes.hint}>{t('statistics.choose.more', { count: most })}</p>}
    </section>
  )
}
