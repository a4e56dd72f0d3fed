import type { ReactNode } from 'react'
import { formatTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from './icons.tsx'
import classes from './page.module.css'
import { useHeading } from './use-heading.ts'

/** `fresh` = the view is live; `asOf` (ISO or ms) = time of the shown data if it is not. */
export interface Freshness {
  readonly fresh: boolean
  readonly asOf?: string | number | null
}

function LiveMark({ fresh, asOf }: Freshness) {
  const t = useT()
  if (fresh) {
    return (
      <span className={classes.mark} data-fresh title={t('ui.live.hint')}>
        <span className={classes.pulse} aria-hidden="true" />
        {t('ui.live')}
      </span>
    )
  }
  return (
    <span className={classes.mark} title={t('ui.stale.hint')}>
      <Icon name="clock" size={16} />
      {asOf === undefined || asOf === null
        ? t('ui.stale')
        : `${t('ui.stale')} · ${t('ui.stale.since', { time: formatTime(asOf) })}`}
    </span>
  )
}

interface PageProps {
  title: string
  /** One line under the title. */
  lead?: ReactNode
  /** Link to the parent page, left of the title. */
  back?: ReactNode
  actions?: ReactNode
  /** Filters and search: stay visible above long lists. */
  tools?: ReactNode
  live?: Freshness | undefined
  /** Width of the content: 'full' for lists, 'wide' for columns, 'read' for text and forms. */
  width?: 'full' | 'wide' | 'read'
  children: ReactNode
}

/**
 * A screen: title (which takes the focus after navigation), live mark, actions, content; sets the title of the browser
 * tab.
 */
export function Page({ title, lead, back, actions, tools, live, width = 'wide', children }: PageProps) {
  const heading = useHeading(title)
  return (
    <div className={classes.page} data-width={width}>
      {back && <div className={classes.back}>{back}</div>}
      <header className={classes.head}>
        <div className={classes.heading}>
          <h1 className={classes.headingTitle} ref={heading} tabIndex={-1} data-focus-target>
            {title}
          </h1>
          {live && <LiveMark {...live} />}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
        {lead && <div className={classes.lead}>{lead}</div>}
      </header>
      {tools && <div className={classes.tools}>{tools}</div>}
      {children}
    </div>
  )
}

/** A titled section of a page on a quiet surface. */
export function Panel({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.panel}>
      {(title !== undefined || aside) && (
        <div className={classes.panelHead}>
          {title !== undefined && <h2 className={classes.panelHeadTitle}>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
