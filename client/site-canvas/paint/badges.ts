import type { ToneName } from '../../theme/tokens.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { PlanColors } from './colors.ts'
import type { Context, Sprites } from './sprites.ts'

/** A mark at the corner of a device, beside what it is. */
export interface Badge {
  readonly icon: IconName
  readonly tone: ToneName
}

const sizePx = { large: 18, small: 14 } as const
const gapPx = 3
/** A device that is smaller has no room for marks beside its icon. */
const minPx = 30

/** How much of the upper edge the marks of a device take, px. */
export function badgesWidth(count: number): number {
  return count === 0 ? 0 : count * (sizePx.large + gapPx) + gapPx
}

/** Paints marks into the upper right corner of the level room in a device, whose middle is at a point. */
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
