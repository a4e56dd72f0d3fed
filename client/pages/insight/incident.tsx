import { ActionIcon, Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { type IncidentView, incident as incidentWatch, type malfunctions } from '../../../contract/insight.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { placeOf } from '../../malfunction/malfunction-words.ts'
import { type Live, useRow, useWatch } from '../../stores/use-watch.ts'
import { Announcer } from '../../ui/announcer.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import classes from './incident.module.css'
import { IncidentDetails } from './incident-details.tsx'
import type { MalfunctionSearch } from './search.ts'
import { SectionLevel } from './section.tsx'

interface IncidentProps {
  id: number
  /** What is open at all: there stands what this one explains. */
  board: Live<(typeof malfunctions)['kinds'][number]>
  /** Beside the list, or on its own page. */
  as: 'drawer' | 'page'
}

/** The details of one malfunction, live, including closed ones. */
export function Incident({ id, board, as }: IncidentProps) {
  const t = useT()
  const live = useWatch(incidentWatch, { malfunctionId: id })
  const found = useRow(live, 'incident', id)
  const change = useSearchChange<MalfunctionSearch>()
  const close = () => {
    change({ incident: undefined })
    // The row takes the focus back, where it still stands in the page.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-incident="${id}"]`)?.focus())
  }
  const title = found === null ? t('common.malfunction') : t(`insight.kind.${found.kind}`)
  const lead = found === null ? undefined : `${placeOf(found, t)} · ${found.site.name}`
  const body = <Body live={live} found={found} board={board} />
  if (as === 'drawer')
    return (
      <Drawer title={title} lead={lead} onClose={close}>
        <SectionLevel value={3}>{body}</SectionLevel>
      </Drawer>
    )
  return (
    <Page
      title={title}
      lead={lead}
      back={
        <Button variant="subtle" color="neutral" leftSection={<Icon name="arrowLeft" size={18} />} onClick={close}>
          {t('insight.incident.back')}
        </Button>
      }
      live={found === null ? undefined : { fresh: live.state === 'live', asOf: live.asOf }}
    >
      <Announcer />
      {body}
    </Page>
  )
}

function Body({
  live,
  found,
  board,
}: {
  live: Live<(typeof incidentWatch)['kinds'][number]>
  found: IncidentView | null
  board: IncidentProps['board']
}) {
  const t = useT()
  if (live.state === 'error' && live.refusal && live.refusal.code !== 'not-found')
    return <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
  if (found !== null) return <IncidentDetails incident={found} live={live} board={board} />
  if (live.state === 'loading') return <RowsSkeleton rows={5} height="4rem" />
  return <EmptyState icon="alert" title={t('insight.incident.gone.title')} text={t('insight.incident.gone.text')} />
}

function Drawer({
  title,
  lead,
  onClose,
  children,
}: {
  title: string
  lead: string | undefined
  onClose: () => void
  children: ReactNode
}) {
  const t = useT()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const drawer = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const element = drawer.current
    heading.current?.focus({ preventScroll: true })
    const byKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close.current()
    }
    element?.addEventListener('keydown', byKey)
    return () => element?.removeEventListener('keydown', byKey)
  }, [])
  return (
    <aside ref={drawer} className={classes.drawer} aria-labelledby={titleId}>
      <header className={classes.head}>
        <div>
          <h2 className={classes.headTitle} id={titleId} ref={heading} tabIndex={-1} data-focus-target>
            {title}
          </h2>
          {lead !== undefined && <p className={classes.headText}>{lead}</p>}
        </div>
        <ActionIcon aria-label={t('insight.incident.close')} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      <div className={classes.scroll}>{children}</div>
    </aside>
  )
}
