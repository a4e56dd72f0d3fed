import { Link } from '@tanstack/react-router'
import type { MalfunctionView } from '../../../contract/devices.ts'
import type { device as deviceWatch } from '../../../contract/insight.ts'
import { useT } from '../../i18n/i18n.ts'
import { detailText, kindIcons, placeOf } from '../../malfunction/malfunction-words.ts'
import { type Live, sameList, useRows } from '../../stores/use-watch.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { Acknowledge } from './acknowledge.tsx'
import classes from './device.module.css'

const newestFirst = (rows: MalfunctionView[]) => rows.sort((a, b) => (a.openedAt < b.openedAt ? 1 : -1))

/** Open malfunctions of this device, with a way to acknowledge them. */
export function OpenMalfunctions({ live }: { live: Live<(typeof deviceWatch)['kinds'][number]> }) {
  const t = useT()
  const open = useRows(live, 'malfunction', newestFirst, sameList)
  return (
    <Panel title={t('insight.open.title')}>
      {open.length === 0 ? (
        <p className={classes.fine}>
          <Icon className={classes.fineIcon} name="check" size={18} /> {t('insight.open.none')}
        </p>
      ) : (
        <ul className={classes.malfunctions}>
          {open.map((malfunction) => {
            const detail = detailText(malfunction, t)
            return (
              <li className={classes.malfunctionsItem} key={malfunction.id} data-severity={malfunction.severity}>
                <Icon className={classes.malfunctionsIcon} name={kindIcons[malfunction.kind]} />
                <div>
                  <Link
                    className={classes.kind}
                    to="/malfunctions"
                    search={{ incident: malfunction.id } as never}
                    aria-label={t('insight.details', {
                      kind: t(`insight.kind.${malfunction.kind}`),
                      place: placeOf(malfunction, t),
                    })}
                  >
                    {t(`insight.kind.${malfunction.kind}`)}
                  </Link>
                  <span className={classes.malfunctionsPart}>
                    {t(`insight.severity.${malfunction.severity}`)}
                    {detail === null ? '' : ` · ${detail}`} ·{' '}
                    <Age at={malfunction.openedAt} zone={malfunction.site.timeZone} />
                  </span>
                </div>
                <Acknowledge malfunction={malfunction} />
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
