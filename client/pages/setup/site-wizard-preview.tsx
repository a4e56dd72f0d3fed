import { useState } from 'react'
import { maxMade } from '../../../contract/setup.ts'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { numberedNames } from '../../../machines/numbered-names.ts'
import { gridPlaces, type PlanGrid } from '../../../machines/plan-grid.ts'
import { useT } from '../../i18n/i18n.ts'
import { createView } from '../../link/view.ts'
import { SitePlan } from '../../site-canvas/site-plan.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './site-wizard.module.css'
import type { SiteWizardValues } from './site-wizard-fields.ts'

/** Number of devices that are listed from the first one; then follows the last one. */
const shownFirst = 5
const nowhere = { upperLeft: null, upperRight: null, lowerLeft: null, lowerRight: null }

/** The devices as they will be: on the plan, and by name, path and hardware id. */
export function SiteWizardPreview({ values }: { values: SiteWizardValues }) {
  const t = useT()
  const [noDevices] = useState(() => createView(['device']))
  const names = numberedNames(values.names, maxMade)
  const hardwareIds = numberedNames(values.hardwareIds, maxMade)
  if (names === null || !isGrid(values)) {
    return (
      <Panel title={t('plan.preview')}>
        <p className={classes.none}>{t('setup.preview.none')}</p>
      </Panel>
    )
  }
  const listed = names.map((_, at) => at).filter((at) => at < shownFirst || at === names.length - 1)
  return (
    <Panel title={t('plan.preview')}>
      <div className={classes.preview}>
        <SitePlan plan={planOf(values, names)} live={noDevices} mode="view" height="20rem" />
        <table className={classes.table}>
          <caption className={classes.caption}>{t('plan.site.devices', { count: names.length })}</caption>
          <thead>
            <tr>
              <th scope="col" className={classes.cell}>
                {t('common.name')}
              </th>
              <th scope="col" className={classes.cell}>
                {t('device-admin.pathNumber')}
              </th>
              <th scope="col" className={classes.cell}>
                {t('device-admin.hardwareId')}
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.map((at) => (
              <tr key={at}>
                <th scope="row" className={classes.cell}>
                  {names[at]}
                </th>
                <td className={classes.cell}>{pathOf(values.firstPathNumber, at) ?? t('device-admin.path.every')}</td>
                <td className={classes.cell}>{hardwareIds?.[at] ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

const pathOf = (first: number, at: number): number | null => (first === -1 ? null : first + at)

/** Whether the numbers that are typed can be drawn. */
const isGrid = ({ perRow, widthMm, heightMm, gapMm, aisleMm }: Omit<PlanGrid, 'count'>): boolean =>
  [perRow, widthMm, heightMm].every((each) => Number.isInteger(each) && each > 0) &&
  [gapMm, aisleMm].every((each) => Number.isInteger(each) && each >= 0)

function planOf(values: SiteWizardValues, names: readonly string[]): PlanView {
  const places = gridPlaces({ ...values, count: names.length })
  return {
    siteId: 0,
    siteName: values.name,
    timeZone: values.timeZone,
    version: 0,
    lengthMm: null,
    widthMm: null,
    corners: nowhere,
    background: null,
    devices: places.map((place, at) => ({
      id: at + 1,
      name: names[at] as string,
      place: { ...place, rotationDeg: 0 },
    })),
    modifiedAt: null,
    modifiedBy: null,
  }
}
