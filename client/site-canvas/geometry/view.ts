import type { Point, Rect } from './box.ts'

/** The transform of the plan in the window: px per millimetre, and the plan's upper left corner, px from the window's. */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
export interface Limits {
  readonly least: number
  readonly most: number
}

/** Maximum zoom: 2.5 mm per pixel, at which a bolt is still a dot. */
const closest = 0.4

export function toScreen(view: View, point: Point): Point {
  return { x: point.x * view.scale + view.x, y: point.y * view.scale + view.y }
}

export function toPlan(view: View, point: Point): Point {
  return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale }
}

/** The visible part of the plan, mm. */
export function inSight(view: View, size: Size): Rect {
  const from = toPlan(view, { x: 0, y: 0 })
  const to = toPlan(view, { x: size.width, y: size.height })
  return { left: from.x, top: from.y, right: to.x, bottom: to.y }
}

/** Centres a whole rectangle in the window, with `padding` px around it. */
export function fitted(rect: Rect, size: Size, padding: number): View {
  const width = Math.max(1, rect.right - rect.left)
  const height = Math.max(1, rect.bottom - rect.top)
  const room = {
    width: Math.max(size.width - 2 * padding, size.width / 2, 1),
    height: Math.max(size.height - 2 * padding, size.height / 2, 1),
  }
  const scale = Math.min(room.width / width, room.height / height, closest)
  return {
    scale,
    x: size.width / 2 - (rect.left + width / 2) * scale,
    y: size.height / 2 - (rect.top + height / 2) * scale,
  }
}

/** From half of the whole plan to single bolts. */
export function limitsOf(whole: View): Limits {
  return { least: whole.scale / 2, most: Math.max(closest, whole.scale * 2) }
}

/** Zooms in (factor > 1) or out; the point under `at` (px) stays under it. */
export function zoomed(view: View, factor: number, at: Point, limits: Limits): View {
  const scale = Math.min(limits.most, Math.max(limits.least, view.scale * factor))
  const kept = toPlan(view, at)
  return { scale, x: at.x - kept.x * scale, y: at.y - kept.y * scale }
}

export function panned(view: View, by: Point): View {
  return { ...view, x: view.x + by.x, y: view.y + by.y }
}

/** Keeps part of the plan in the window: at least `margin` px of `rect`, or all of it if it is smaller. */
export function kept(view: View, rect: Rect, size: Size, margin = 80): View {
  const held = (from: number, to: number, at: number, room: number): number => {
    const least = Math.min(margin, (to - from) * view.scale, room)
    const low = least - to * view.scale
    const high = room - least - from * view.scale
    return Math.min(high, Math.max(low, at))
  }
  return {
    scale: view.scale,
    x: held(rect.left, rect.right, view.x, size.width),
    y: held(rect.top, rect.bottom, view.y, size.height),
  }
}

/** Moves the view just far enough to show a rectangle of the plan; the same view if it is visible already. */
export function showing(view: View, rect: Rect, size: Size, padding = 24): View {
  const shift = (from: number, to: number, room: number): number => {
    if (to - from > room - 2 * padding) return room / 2 - (from + to) / 2
    if (from < padding) return padding - from
    return to > room - padding ? room - padding - to : 0
  }
  const low = toScreen(view, { x: rect.left, y: rect.top })
  const high = toScreen(view, { x: rect.right, y: rect.bottom })
  const by = { x: shift(low.x, high.x, size.width), y: shift(low.y, high.y, size.height) }
  return by.x === 0 && by.y === 0 ? view : panned(view, by)
}
