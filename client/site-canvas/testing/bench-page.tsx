import Konva from 'konva'
import { createRoot, type Root } from 'react-dom/client'
import type { Change } from '../../../contract/changes.ts'
import type { DeviceView } from '../../../contract/devices.ts'
import { shownState } from '../../../machines/device.ts'
import { deviceOf } from '../../commands/testing/device.ts'
import { showLanguage, t } from '../../i18n/i18n.ts'
import { createView, type WritableView } from '../../link/view.ts'
import { ThemeProvider } from '../../theme/theme-provider.tsx'
import '../../theme/styles.ts'
import { readColors } from '../paint/colors.ts'
import { faceOf } from '../paint/face.ts'
import { SitePlan } from '../site-plan.tsx'
import { planOf } from './plan.ts'

const perSecond = 200
const everyMs = 50
const statuses = ['free', 'blocked', 'occupied', 'error'] as const

const columnsOf = (count: number) => Math.ceil(Math.sqrt(count * 2))
function placeOf(at: number, count: number) {
  const columns = columnsOf(count)
  const [column, row] = [at % columns, Math.floor(at / columns)]
  return { xMm: 2_000 + column * 2_700, yMm: 2_000 + row * 6_000, widthMm: 2_500, heightMm: 5_000, rotationDeg: 0 }
}
const planWith = (count: number) =>
  planOf({
    lengthMm: columnsOf(count) * 2_700 + 4_000,
    widthMm: Math.ceil(count / columnsOf(count)) * 6_000 + 4_000,
    devices: Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      name: `Lot ${at + 1}`,
      place: placeOf(at, count),
    })),
  })
const deviceAt = (at: number, turn: number): DeviceView =>
  deviceOf({ id: at + 1, name: `Lot ${at + 1}`, status: statuses[(at + turn) % 4] ?? 'free', doorState: null })

interface Drawn {
  change(at: number, turn: number): void
  /** Moves the image a little. */
  pan(by: number): void
  end(): void
}
const host = () => document.getElementById('root') as HTMLElement
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Our plan with the page's view, fed as by the socket. */
async function ours(count: number): Promise<Drawn> {
  const view: WritableView = createView(['plan', 'device'])
  const changes = Array.from(
    { length: count },
    (_, at): Change => ({
      kind: 'device',
      id: at + 1,
      version: 1,
      view: deviceAt(at, 0),
    }),
  )
  view.take('snapshot', changes, [])
  const root: Root = createRoot(host())
  root.render(
    <ThemeProvider>
      <SitePlan plan={planWith(count)} live={view} mode="view" height="780px" />
    </ThemeProvider>,
  )
  while (document.querySelectorAll('[data-plan-surface]').length === 0) await nextFrame()
  await nextFrame()
  let version = 1
  return {
    change: (at, turn) => view.push([{ kind: 'device', id: at + 1, version: ++version, view: deviceAt(at, turn) }]),
    pan: (by) =>
      document
        .querySelector('[data-plan-surface]')
        ?.dispatchEvent(new WheelEvent('wheel', { deltaX: -by, deltaY: -by / 2, bubbles: true, cancelable: true })),
    end: () => root.unmount(),
  }
}

/** Konva as in its documentation: one layer, a rectangle and a text for each device. */
async function plain(count: number): Promise<Drawn> {
  const element = host()
  const colors = readColors(element)
  const plan = planWith(count)
  const scale = Math.min(1_240 / (plan.lengthMm ?? 1), 740 / (plan.widthMm ?? 1))
  const stage = new Konva.Stage({ container: element as HTMLDivElement, width: 1_264, height: 780 })
  const layer = new Konva.Layer()
  const shapes = plan.devices.map(({ id, place }) => {
    const face = faceOf(deviceAt(id - 1, 0), '', (state) => t(`ui.state.${state}`))
    const box = place ?? { xMm: 0, yMm: 0, widthMm: 1, heightMm: 1 }
    const at = { x: box.xMm * scale, y: box.yMm * scale, width: box.widthMm * scale, height: box.heightMm * scale }
    const rect = new Konva.Rect({
      ...at,
      fill: colors.tones[face.tone].soft,
      stroke: colors.tones[face.tone].solid,
      strokeWidth: 1,
    })
    const text = new Konva.Text({ ...at, text: face.word, fontSize: 8, align: 'center', fill: colors.text })
    layer.add(rect, text)
    return { rect, text }
  })
  stage.add(layer)
  await nextFrame()
  await nextFrame()
  return {
    change(at, turn) {
      const device = deviceAt(at, turn)
      const face = faceOf(device, '', (state) => t(`ui.state.${state}`))
      shapes[at]?.rect.fill(colors.tones[face.tone].soft)
      shapes[at]?.text.text(t(`ui.state.${shownState(device)}`))
    },
    pan: (by) => stage.position({ x: stage.x() + by, y: stage.y() + by / 2 }),
    end: () => stage.destroy(),
  }
}

/** Gaps between frames, ms, while 200 devices a second change; `moving` = while the plan is dragged. */
async function measure(kind: 'ours' | 'plain', count: number, ms: number, moving: boolean) {
  const drawn = await (kind === 'ours' ? ours(count) : plain(count))
  for (let frame = 0; frame < 30; frame += 1) await nextFrame()
  let sent = 0
  const feed = setInterval(() => {
    for (let each = 0; each < (perSecond * everyMs) / 1_000; each += 1, sent += 1)
      drawn.change((sent * 7_919) % count, 1 + Math.floor(sent / count))
  }, everyMs)
  const gaps: number[] = []
  const begin = await nextFrame()
  for (let last = begin, at = begin; at - begin < ms; last = at) {
    if (moving) drawn.pan(Math.sin((at - begin) / 400) * 6)
    at = await nextFrame()
    gaps.push(at - last)
  }
  clearInterval(feed)
  drawn.end()
  return { gaps, sent }
}

/** From the call that draws a plan to the frame after it, ms. */
async function firstPaint(count: number): Promise<number> {
  const begin = performance.now()
  const drawn = await ours(count)
  const ms = performance.now() - begin
  drawn.end()
  return ms
}

await showLanguage('en')
Object.assign(window, { bench: { measure, firstPaint } })
document.body.dataset['ready'] = 'true'
