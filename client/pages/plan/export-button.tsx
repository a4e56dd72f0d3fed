import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { tone } from '../../../machines/device.ts'
import { formatDateTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { save } from '../../link/download.ts'
import { exportName, exportPicture } from '../../site-canvas/export.ts'
import { readColors } from '../../site-canvas/paint/colors.ts'
import { faceOf } from '../../site-canvas/paint/face.ts'
import { groundOf } from '../../site-canvas/site-plan.tsx'
import type { PlanLive } from '../../sites/plan-live.ts'
import { countsOf } from '../../sites/plan-summary.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { stateIcons } from '../../ui/status-badge.tsx'

/** Saves the whole plan as a picture with its legend and the moment it shows. */
export function ExportButton({ live, plan }: { live: PlanLive; plan: PlanView }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const act = async (element: Element) => {
    setBusy(true)
    const rows = [...live.view.rows('device').values()].flatMap(({ view }) => view ?? [])
    const byId = new Map(rows.map((device) => [device.id, device]))
    const names = new Map(plan.devices.map(({ id, name }) => [id, name]))
    const places = new Map(plan.devices.map(({ id, place }) => [id, place]))
    const at = live.asOf ?? serverNow()
    const blob = await exportPicture({
      title: plan.siteName,
      note: t('plan.export.asOf', { time: formatDateTime(at, plan.timeZone) }),
      legend: countsOf(rows).states.map(([state, count]) => ({
        icon: stateIcons[state],
        tone: tone(state),
        text: `${t(`ui.state.${state}`)}: ${formatNumber(count, 0)}`,
      })),
      places,
      site: groundOf(plan, places.values()),
      background: plan.background,
      faceOf: (id) => faceOf(byId.get(id) ?? null, names.get(id) ?? '', (state) => t(`ui.state.${state}`)),
      colors: readColors(element),
      metres: (metres) => t('plan.metres', { metres: formatNumber(metres, 2) }),
    })
    setBusy(false)
    if (blob === null) return notify.error(t('plan.export.failed'))
    const name = exportName(plan.siteName, at, plan.timeZone)
    save(blob, name)
    notify.success(t('plan.export.done', { name }))
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={18} />}
      onClick={(event) => void act(event.currentTarget)}
    >
      {t('plan.export')}
    </Button>
  )
}
