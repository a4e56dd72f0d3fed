import type { ReactNode } from 'react'
import classes from './backdrop.module.css'
import type { BackdropName } from './tokens.ts'

/**
 * Drawings behind the login, one per theme, made only of the theme's colours. Pure geometry on 800 × 1000. (Long
 * because it contains nine independent drawings.)
 */
const range = (count: number) => Array.from({ length: count }, (_, step) => step)
/** Returns a deterministic pseudo-random number in [0, 1) for a cell of a pattern. */
const noise = (x: number, y = 0) => {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43_758.5453
  return value - Math.floor(value)
}
const points = (list: readonly (readonly [number, number])[]) =>
  list.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

/** Depth contours of a harbour basin. */
function Soundings() {
  const contour = (level: number) =>
    points(
      range(72).map((step) => {
        const angle = (step / 72) * Math.PI * 2
        const swell =
          1 +
          0.16 * Math.sin(angle * 2 + 0.7) +
          0.09 * Math.sin(angle * 3 - level * 0.18) +
          0.04 * Math.sin(angle * 5 + level * 0.3)
        const radius = (90 + level * 78) * swell
        return [500 + Math.cos(angle) * radius * 0.86, 660 + Math.sin(angle) * radius] as const
      }),
    )
  return (
    <>
      {range(11)
        .reverse()
        .map((level) => (
          <polygon key={level} points={contour(level)} className={level % 2 ? classes.low : classes.ground} />
        ))}
      {range(11).map((level) => (
        <polygon key={level} points={contour(level)} className={classes.line} opacity={level % 2 ? 0.55 : 0.9} />
      ))}
      <circle cx="500" cy="660" r="7" className={classes.accent} />
      <circle cx="500" cy="660" r="22" className={classes.accentLine} />
    </>
  )
}

function Spokes() {
  const wheel = (cx: number, cy: number, radius: number) => (
    <g key={cx}>
      <circle cx={cx} cy={cy} r={radius} className={classes.low} />
      <circle cx={cx} cy={cy} r={radius} className={classes.thick} />
      <circle cx={cx} cy={cy} r={radius * 0.9} className={classes.line} />
      {range(28).map((spoke) => {
        const angle = (spoke / 28) * Math.PI * 2
        const side = angle + (spoke % 2 ? 0.5 : -0.5)
        return (
          <line
            key={spoke}
            x1={cx + Math.cos(side) * radius * 0.09}
            y1={cy + Math.sin(side) * radius * 0.09}
            x2={cx + Math.cos(angle) * radius * 0.9}
            y2={cy + Math.sin(angle) * radius * 0.9}
            className={classes.line}
          />
        )
      })}
      <circle cx={cx} cy={cy} r={radius * 0.09} className={classes.accent} />
    </g>
  )
  return <>{[wheel(120, 830, 330), wheel(700, 620, 250)]}</>
}

function Colonnade() {
  return (
    <>
      {range(5).map((column) => {
        const x = 40 + column * 160
        return (
          <g key={column}>
            <path d={`M${x} 1000V560a70 70 0 0 1 140 0v440Z`} className={column === 2 ? classes.mid : classes.low} />
            <path
              d={`M${x} 1000V560a70 70 0 0 1 140 0v440M${x + 20} 1000V562a50 50 0 0 1 100 0v438`}
              className={classes.line}
            />
          </g>
        )
      })}
      <path d="M0 470h800M0 446h800M0 430h800" className={classes.line} />
      <circle cx="430" cy="562" r="10" className={classes.accent} />
    </>
  )
}

function Waterlines() {
  return (
    <>
      {range(9).map((wave) => {
        const y = 470 + wave * 62
        const crest = points(
          range(41).map(
            (step) => [step * 20, y + Math.sin(step / (3.2 + wave * 0.25) + wave * 1.3) * (26 - wave)] as const,
          ),
        )
        return (
          <g key={wave} opacity={0.55 + wave * 0.05}>
            <polygon points={`0,1000 ${crest} 800,1000`} className={wave % 2 ? classes.low : classes.ground} />
            <polyline points={crest} className={wave === 3 ? classes.accentLine : classes.line} />
          </g>
        )
      })}
    </>
  )
}

function Stacks() {
  return (
    <>
      {range(6).flatMap((row) =>
        range(4).map((column) => {
          if (noise(column, row) > 0.28 + row * 0.15) return null
          const x = 20 + column * 196 + (row % 2) * -36
          const y = 430 + row * 96
          const marked = column === 2 && row === 4
          return (
            <g key={`${row}-${column}`}>
              <rect
                x={x}
                y={y}
                width="188"
                height="90"
                className={marked ? classes.accent : noise(row, column) > 0.5 ? classes.mid : classes.low}
              />
              {range(11).map((rib) => (
                <line
                  key={rib}
                  x1={x + 14 + rib * 16}
                  x2={x + 14 + rib * 16}
                  y1={y + 10}
                  y2={y + 80}
                  className={classes.line}
                  opacity="0.6"
                />
              ))}
            </g>
          )
        }),
      )}
    </>
  )
}

function Shelving() {
  return (
    <>
      {range(6).flatMap((row) =>
        range(5).map((column) => {
          const x = 30 + column * 150
          const y = 440 + row * 104
          const open = (column === 3 && row === 2) || (column === 1 && row === 4)
          return (
            <g key={`${row}-${column}`}>
              <rect
                x={x}
                y={y}
                width="138"
                height="92"
                rx="6"
                className={open ? classes.ground : noise(column, row) > 0.6 ? classes.mid : classes.low}
              />
              <rect x={x} y={y} width="138" height="92" rx="6" className={classes.line} />
              {open ? (
                <path d={`M${x} ${y}l-34 16v60l34 16Z`} className={classes.accent} />
              ) : (
                <circle cx={x + 120} cy={y + 46} r="4" className={classes.dot} />
              )}
            </g>
          )
        }),
      )}
    </>
  )
}

function Circuit() {
  return (
    <>
      {range(13).map((track) => {
        const x = 30 + track * 62
        const bend = 480 + noise(track) * 260
        const shift = (noise(track, 3) > 0.5 ? 1 : -1) * (40 + noise(track, 7) * 90)
        const end = bend + Math.abs(shift) + 60 + noise(track, 11) * 160
        const live = track === 5
        return (
          <g key={track}>
            <path
              d={`M${x} 1000V${end}l${shift} ${-Math.abs(shift)}V${bend - 120}`}
              className={live ? classes.accentLine : classes.thick}
            />
            <circle cx={x + shift} cy={bend - 132} r="11" className={live ? classes.accent : classes.mid} />
          </g>
        )
      })}
    </>
  )
}

function Ridges() {
  const peaks = [
    [0, 640, 150, 500, 240, 570, 400, 380, 520, 520, 610, 470, 800, 620],
    [0, 700, 120, 610, 210, 660, 330, 560, 470, 700, 640, 540, 800, 660],
    [0, 730, 90, 700, 260, 790, 430, 690, 560, 760, 700, 680, 800, 740],
    [0, 860, 180, 800, 340, 880, 520, 810, 660, 870, 800, 820],
  ]
  return (
    <>
      {peaks.map((peak, at) => (
        <g key={peak.join()}>
          <polygon
            points={`0,1000 ${peak.join(' ')} 800,1000`}
            className={[classes.mid, classes.low, classes.ground, classes.low][at]}
          />
          <polyline points={peak.join(' ')} className={classes.line} />
        </g>
      ))}
      <path d="M-10 430 810 600" className={classes.accentLine} />
      <path d="M356 506v16" className={classes.accentLine} />
      <rect x="330" y="522" width="52" height="38" rx="7" className={classes.accent} />
    </>
  )
}

function Facets() {
  const corner = (x: number, y: number) => [x * 134 - 40 + noise(x, y) * 70, 360 + y * 130 + noise(y, x) * 60] as const
  return (
    <>
      {range(6).flatMap((y) =>
        range(7).flatMap((x) => {
          const [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1)]
          const shade = (at: number) => (at > 0.72 ? classes.mid : at > 0.36 ? classes.low : classes.ground)
          return [
            <polygon
              key={`${x}-${y}a`}
              points={points([a, b, c])}
              className={x === 4 && y === 2 ? classes.accent : shade(noise(x, y + 20))}
            />,
            <polygon key={`${x}-${y}b`} points={points([b, d, c])} className={shade(noise(x + 30, y))} />,
          ]
        }),
      )}
    </>
  )
}

const drawings: Readonly<Record<BackdropName, () => ReactNode>> = {
  soundings: Soundings,
  spokes: Spokes,
  colonnade: Colonnade,
  waterlines: Waterlines,
  stacks: Stacks,
  shelving: Shelving,
  circuit: Circuit,
  ridges: Ridges,
  facets: Facets,
}

/** Fills its positioned parent with the drawing of a theme. */
export function Backdrop({ name, className }: { name: BackdropName; className?: string | undefined }) {
  const Drawing = drawings[name]
  return (
    <svg
      className={`${classes.backdrop} ${className ?? ''}`}
      viewBox="0 0 800 1000"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <Drawing />
    </svg>
  )
}
