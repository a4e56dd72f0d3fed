import { useCallback } from 'react'
import type { MalfunctionView } from '../../../contract/devices.ts'
import type { IncidentView, malfunctions } from '../../../contract/insight.ts'
import { useT } from '../../i18n/i18n.ts'
import { kindIcons, placeOf } from '../../malfunction/malfunction-words.ts'
import { type Live, sameList, useRows } from '../../stores/use-watch.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import classes from './incident.module.css'
import { IncidentLink } from './incident-link.tsx'
import { Section } from './section.tsx'

const shown = 20

/** The malfunctions that this one explains, which are not listed by themselves (M-10); and the one that explains it. */
export function Explained({
  incident,
  board,
}: {
  incident: IncidentView
  board: Live<(typeof malfunctions)['kinds'][number]>
}) {
  const t = useT()
  const { id, causeId, folded } = incident
  const about = useCallback(
    (rows: MalfunctionView[]) =>
      rows.filter((row) => row.causeId === id || row.id === causeId).sort((a, b) => (a.openedAt < b.openedAt ? 1 : -1)),
    [id, causeId],
  )
  const rows = useRows(board, 'malfunction', about, sameList)
  const cause = rows.filter((row) => row.id === causeId)
  const others = rows.filter((row) => row.causeId === id)
  if (cause.length === 0 && others.length === 0 && folded === 0) return null
  return (
    <Section title={t(cause.length > 0 ? 'insight.cause' : 'insight.explains')}>
      {folded > 0 && <p className={classes.hint}>{t('insight.folded', { count: folded })}</p>}
      {cause.length === 0 && others.length > 0 && (
        <p className={classes.hint}>{t('insight.explains.count', { count: others.length })}</p>
      )}
      {rows.length > 0 && (
        <ul className={classes.ways}>
          {(cause.length > 0 ? cause : others.slice(0, shown)).map((row) => (
            <li key={row.id}>
              <IncidentLink className={classes.waysLink} id={row.id}>
                <Icon className={classes.waysIcon} name={kindIcons[row.kind]} size={18} />{' '}
                {t(`insight.kind.${row.kind}`)}, {placeOf(row, t)}{' '}
                <small className={classes.waysNote}>
                  <Age at={row.openedAt} zone={row.site.timeZone} />
                </small>
              </IncidentLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
