import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { type RefObject, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { formatNumber } from '../i18n/format.ts'
import { i18n, useT } from '../i18n/i18n.ts'
import { theme } from '../theme/current.ts'
import { readColors } from './paint/colors.ts'
import type { Scene } from './scene.ts'

/** Paints a scene in the current theme, scheme and language. */
export function useLook(scene: Scene, frame: RefObject<HTMLDivElement | null>): void {
  const t = useT()
  const scheme = useComputedColorScheme('light')
  const { host, tenant } = useSnapshot(theme)
  const { language, revision } = useSnapshot(i18n)
  const still = useReducedMotion()
  // After the layout effects of the theme around it, which put its variables in place.
  useEffect(() => {
    if (frame.current === null) return
    void [scheme, host, tenant, language, revision]
    scene.setLook({
      colors: readColors(frame.current),
      words: (state) => t(`ui.state.${state}`),
      metres: (metres) => t('plan.metres', { metres: formatNumber(metres, 2) }),
      grid: true,
      still,
    })
  }, [scene, frame, t, scheme, host, tenant, language, revision, still])
}
