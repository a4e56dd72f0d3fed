import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { PlanColors } from './colors.ts'
import type { Context, Sprites } from './sprites.ts'

/** A badge at the corner of a device. */
export interface Badge {
  readonly icon: IconName
  readonly tone: ToneName
}

const sizePx = { large: 18, small: 14 } as const
const gapPx = 3
/** Smaller devices have no room for badges beside their icon. */
const minPx = 30

/** Width that the badges take of the upper edge, px. */
export function badgesWidth(count: number): number {
  return count === 0 ? 0 : count * (sizePx.large + gapPx) + gapPx
}

/** Paints badges into the upper right corner of the axis-aligned room in a device, centred at a point. */
export function paintBadges(
  context: Context,
  badges: readonly Badge[],
  room: { readonly width: number; readonly height: number },
  at: { readonly x: number; readonly y: number },
  { colors, sprites }: { readonly colors: PlanColors; readonly sprites: Sprites },
): void {
  const least = Math.min(room.width, room.height)
  if (least < minPx) return
  const size = least < 52 ? sizePx.small : sizePx.large
  let x = at.x + room.width / 2 - gapPx - size / 2
  const y = at.y - room.height / 2 + gapPx + size / 2
  for (const { icon, tone } of badges) {
    context.fillStyle = colors.tones[tone].solid
    context.beginPath()
    context.arc(x, y, size / 2, 0, 2 * Math.PI)
    context.fill()
    sprites.icon(context, icon, colors.tones[tone].onSolid, size - 6, x, y)
    x -= size + gapPx
  }
}
