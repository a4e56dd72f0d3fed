import { ActionIcon } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { PlanView } from '../../contract/sites/plan.ts'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { northOf, scaleBar } from './geometry/scale.ts'
import type { Scene } from './scene.ts'
import classes from './site-canvas.module.css'

/** Controls above the plan: scale bar, north, zoom buttons. */
export function Instruments({ scene, corners }: { scene: Scene; corners: PlanView['corners'] }) {
  const t = useT()
  const north = northOf(corners)
  return (
    <>
      <div className={classes.zoom} role="group" aria-label={t('plan.zoom')}>
        <ActionIcon
          className={classes.zoomButton ?? ''}
          variant="default"
          aria-label={t('plan.zoom.in')}
          onClick={() => scene.zoom(1.4)}
        >
          <Icon name="plus" />
        </ActionIcon>
        <ActionIcon
          className={classes.zoomButton ?? ''}
          variant="default"
          aria-label={t('plan.zoom.out')}
          onClick={() => scene.zoom(1 / 1.4)}
        >
          <Icon name="minus" />
        </ActionIcon>
        <ActionIcon
          className={classes.zoomButton ?? ''}
          variant="default"
          aria-label={t('plan.zoom.fit')}
          onClick={scene.fit}
        >
          <Icon name="fit" />
        </ActionIcon>
      </div>
      <div className={classes.instruments}>
        {north !== null && (
          <span className={classes.north} role="img" aria-label={t('plan.north', { degrees: Math.round(north) })}>
            <svg viewBox="0 0 24 24" width={26} height={26} aria-hidden="true" style={{ rotate: `${north}deg` }}>
              <path d="M12 2 17 20l-5-3.5L7 20 12 2Z" fill="currentColor" />
            </svg>
            <span aria-hidden="true">{t('plan.north.short')}</span>
          </span>
        )}
        <ScaleBar scene={scene} />
      </div>
    </>
  )
}

function ScaleBar({ scene }: { scene: Scene }) {
  const t = useT()
  const { scale } = useSyncExternalStore(scene.onView, scene.view)
  const bar = scaleBar(scale, 110)
  const text =
    bar.mm >= 1_000
      ? t('plan.metres', { metres: formatNumber(bar.mm / 1_000) })
      : t('plan.centimetres', { centimetres: formatNumber(bar.mm / 10) })
  return (
    <span className={classes.scale} role="img" aria-label={t('plan.scale', { length: text })}>
      <span className={classes.scalePart} style={{ width: bar.px }} />
      <span className={classes.scalePart} aria-hidden="true">
        {text}
      </span>
    </span>
  )
}
