import { VisuallyHidden } from '@mantine/core'
import type Konva from 'konva'
import {
  type DragEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js'
import type { DeviceView } from '../../contract/devices.ts'
import type { PlanView } from '../../contract/sites/plan.ts'
import { useT } from '../i18n/i18n.ts'
import type { LiveView } from '../link/view.ts'
import type { Change, Draft } from './edit/draft.ts'
import { around, boundsOf, type Place, type Point, type Rect } from './geometry/box.ts'
import { showing, toPlan } from './geometry/view.ts'
import { HoverCard } from './hover-card.tsx'
import { Instruments } from './instruments.tsx'
import { Minimap } from './minimap.tsx'
import type { Badge } from './paint/badges.ts'
import { PlanOption } from './plan-option.tsx'
import { createScene, type LayerName, layerNames, type Scene } from './scene.ts'
import classes from './site-canvas.module.css'
import { useKeys } from './use-keys.ts'
import { useLook } from './use-look.ts'
import { usePicture } from './use-picture.ts'
import { type PlanMode, usePlanGestures } from './use-plan-gestures.ts'
import { useScene } from './use-scene.ts'

export interface SitePlanProps {
  plan: PlanView
  /** The view whose rows of the kind 'device' are drawn (DeviceView): sites.plan or control.devices. */
  live: LiveView
  mode: PlanMode
  /** The edited plan; without it the saved one. */
  draft?: Pick<Draft, 'places'> | undefined
  /** The picture under the devices, if not the saved one: null = none. */
  background?: { readonly url: string } | null | undefined
  /** Opacity of the picture, 0 to 1. */
  opacity?: number
  selection?: ReadonlySet<number>
  onSelect?: (ids: ReadonlySet<number>) => void
  onOpenDetails?: (deviceId: number) => void
  /** A change by hand or key in edit mode. Changes of the same name are one step. */
  onChange?: (change: Change, name?: string) => void
  /** Devices dimmed because a filter excludes them. */
  isFaded?: ((deviceId: number) => boolean) | undefined
  /** Badges at a device's corner; requested again when its row changes. */
  badgesOf?: ((deviceId: number) => readonly Badge[]) | undefined
  /** Text below the state in the hover card, instead of when it last reported. */
  hoverFacts?: ((device: DeviceView) => ReactNode) | undefined
  /** A device dragged from elsewhere is dropped here, mm. */
  onDropDevice?: (deviceId: number, at: Point) => void
  handle?: Ref<PlanHandle>
  /** CSS height. */
  height?: string
}

/** What a page may call on the plan. */
export interface PlanHandle {
  /** The centre of the visible part, mm. */
  middle(): Point
  /** Scrolls a device into view. */
  show(deviceId: number): void
}
/** Data type of a device dragged onto the plan. */
export const draggedDevice = 'application/x-device'
const none: ReadonlySet<number> = new Set()
const nothing = () => {}

/**
 * The plan of a site to scale with its live devices. The table beside it has the same information: a page that
 * shows one shows the other.
 */
export function SitePlan(props: SitePlanProps) {
  const { plan, live, mode, draft, selection = none, onSelect = nothing, onOpenDetails = nothing } = props
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const helpId = useId()
  const optionId = useId()
  const scene = useMemo(() => createScene(live), [live])
  const [focused, setFocused] = useState<number | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [keyboard, setKeyboard] = useState(false)
  const size = useScene({ scene, frame, live })
  const places = useMemo(
    () => draft?.places ?? new Map(plan.devices.map(({ id, place }) => [id, place])),
    [plan, draft],
  )
  useLook(scene, frame)
  usePicture(scene, props.background === undefined ? plan.background : props.background, props.opacity ?? 0.6)
  useLayoutEffect(() => {
    scene.setPlaces(places, new Map(plan.devices.map(({ id, name }) => [id, name])), groundOf(plan, places.values()))
  }, [scene, plan, places])
  useLayoutEffect(() => scene.setFaded(props.isFaded), [scene, props.isFaded])
  useLayoutEffect(() => scene.setBadges(props.badgesOf), [scene, props.badgesOf])
  useLayoutEffect(() => {
    const [only] = selection
    const handled = mode === 'edit' && selection.size === 1 && only !== undefined ? only : null
    scene.setMarks({ selected: selection, hovered, focused: keyboard ? focused : null, handled })
  }, [scene, selection, hovered, focused, keyboard, mode])

  useImperativeHandle(props.handle, () => ({
    middle: () => toPlan(scene.view(), { x: scene.size().width / 2, y: scene.size().height / 2 }),
    show(id) {
      const place = scene.placeOf(id)
      if (place !== null) scene.setView(showing(scene.view(), boundsOf(place), scene.size()))
      setFocused(id)
    },
  }))
  const drop = (event: DragEvent<HTMLElement>) => {
    const id = Number(event.dataTransfer.getData(draggedDevice))
    if (!Number.isInteger(id) || id <= 0) return
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    props.onDropDevice?.(id, toPlan(scene.view(), { x: event.clientX - box.left, y: event.clientY - box.top }))
  }
  const acts = { mode, selection, onSelect, onOpenDetails, onChange: props.onChange ?? nothing, focused, setFocused }
  const hands = usePlanGestures(scene, { ...acts, setHovered })
  const onKeyDown = useKeys(scene, { ...acts, places })
  return (
    <div ref={frame} className={classes.frame} style={{ height: props.height }} data-mode={mode}>
      <Stage
        width={size.width}
        height={size.height}
        listening={false}
        className={classes.stage ?? ''}
        aria-hidden="true"
      >
        {layerNames.map((name) => (
          <PaintedLayer key={name} name={name} scene={scene} />
        ))}
      </Stage>
      <div
        ref={hands}
        className={classes.surface}
        data-plan-surface
        role="listbox"
        tabIndex={0}
        aria-label={t('plan.canvas', { site: plan.siteName })}
        aria-describedby={helpId}
        aria-multiselectable={mode !== 'view'}
        aria-activedescendant={focused === null ? undefined : optionId}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          setKeyboard(event.currentTarget.matches(':focus-visible'))
          if (focused === null) setFocused(scene.first())
        }}
        onBlur={() => setKeyboard(false)}
        onKeyUp={() => setKeyboard(true)}
        onDragOver={(event) => event.dataTransfer.types.includes(draggedDevice) && event.preventDefault()}
        onDrop={drop}
      >
        <PlanOption
          id={optionId}
          deviceId={focused}
          live={live}
          places={places}
          selected={focused !== null && selection.has(focused)}
        />
      </div>
      <VisuallyHidden id={helpId}>{t(mode === 'edit' ? 'plan.help.edit' : 'plan.help')}</VisuallyHidden>
      {hovered !== null && mode !== 'edit' && (
        <HoverCard scene={scene} live={live} deviceId={hovered} facts={props.hoverFacts} />
      )}
      <Instruments scene={scene} corners={plan.corners} />
      <Minimap scene={scene} places={places} />
    </div>
  )
}

function PaintedLayer({ scene, name }: { scene: Scene; name: LayerName }) {
  const attach = useCallback((layer: Konva.Layer | null) => scene.attach(name, layer), [scene, name])
  const paint = useCallback(
    (context: Konva.Context) => scene.paint(name, context._context as CanvasRenderingContext2D),
    [scene, name],
  )
  return (
    <Layer ref={attach} listening={false}>
      <Shape sceneFunc={paint} perfectDrawEnabled={false} />
    </Layer>
  )
}

/** The ground to draw, mm: the measured site, or else the devices with some margin. */
export function groundOf(plan: Pick<PlanView, 'lengthMm' | 'widthMm'>, places: Iterable<Place | null>): Rect {
  const { lengthMm, widthMm } = plan
  if (lengthMm !== null && widthMm !== null) return { left: 0, top: 0, right: lengthMm, bottom: widthMm }
  const bounds: Rect[] = []
  for (const place of places) if (place !== null) bounds.push(boundsOf(place))
  const all = around(bounds)
  if (all === null) return { left: 0, top: 0, right: lengthMm ?? 20_000, bottom: widthMm ?? 12_000 }
  return {
    left: Math.min(0, all.left - 1_000),
    top: Math.min(0, all.top - 1_000),
    right: lengthMm ?? all.right + 1_000,
    bottom: widthMm ?? all.bottom + 1_000,
  }
}
