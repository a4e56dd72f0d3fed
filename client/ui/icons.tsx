import type { ReactElement, ReactNode, SVGProps } from 'react'

/**
 * The portal's own icons: 24 px grid, round strokes. They are decorative: a label stands beside them, or the button has
 * a name.
 */
const drawings = {
  alert: <path d="M12 4 2.8 19.5h18.4L12 4Zm0 6v4m0 3v.01" />,
  antenna: (
    <path d="M12 12v9m-3 0h6M12 12a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Zm-4.6 2.6a6 6 0 0 1 0-8.4m9.2 0a6 6 0 0 1 0 8.4M4.6 17.2a9.8 9.8 0 0 1 0-13.6m14.8 0a9.8 9.8 0 0 1 0 13.6" />
  ),
  arrowLeft: <path d="M20 12H4m6-6-6 6 6 6" />,
  arrowRight: <path d="M4 12h16m-6-6 6 6-6 6" />,
  arrowUp: <path d="M12 20V4M6 10l6-6 6 6" />,
  barrier: <path d="M4 21V9h4v12M2.5 21h7M8 11.5 21.5 7v3.2L8 14.7m5-4.9.9 2.9m3.2-4.4.9 2.9" />,
  battery: <path d="M4 8h13a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Zm17 3v2M6.5 11v2" />,
  bell: <path d="M6 16V10.5a6 6 0 0 1 12 0V16l1.5 2h-15L6 16Zm4 4.5a2.2 2.2 0 0 0 4 0" />,
  bike: (
    <path d="M6 18.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm12 0a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM6 15l3.5-6.5h6L18 15m-8.5-6.5L13 15h-1.5l4-6.5L14.5 5H17M8 6h3" />
  ),
  blocked: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM7.5 12h9" />,
  box: <path d="m12 3 8 4.2v9.6L12 21l-8-4.2V7.2L12 3Zm-8 4.2 8 4.3 8-4.3M12 11.5V21" />,
  calendar: (
    <path d="M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1ZM4 10h16M8.5 3.5v4m7-4v4" />
  ),
  calendarPlus: (
    <path d="M20 11V6.5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1V19a1 1 0 0 0 1 1h6.5M4 10h16M8.5 3.5v4m7-4v4M17.5 14.5v6m3-3h-6" />
  ),
  calibrate: <path d="M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-17v4m0 12v4M2 12h4m12 0h4" />,
  card: <path d="M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Zm-1 4h18M6.5 14.5h4" />,
  charging: (
    <path d="M6 21V5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v16M4 21h12m-2-8h2a1.5 1.5 0 0 1 1.5 1.5V17a1.5 1.5 0 0 0 3 0V9.5L18 7M10.5 7.5 8.5 11.5h3l-2 4" />
  ),
  chart: <path d="M4 4v16h16M7.5 15l3.5-4.5 3 2.5L19 7" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  chevronDown: <path d="m6 9.5 6 6 6-6" />,
  chevronRight: <path d="m9.5 6 6 6-6 6" />,
  clock: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5.2l3.2 2" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  closed: (
    <path d="M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Zm1.8 0V8a3.7 3.7 0 0 1 7.4 0v3M12 14.5v2" />
  ),
  control: <path d="M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15m-3.5-3.5L16 19l3.5-3.5" />,
  company: <path d="M4 21V5.5L12 3v18M12 9h8v12M2.5 21h19M7 8.5h2m-2 4h2m-2 4h2m6-4h2m-2 4h2" />,
  copy: (
    <path d="M9 8.5h10a1 1 0 0 1 1 1V20a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1Zm7-2.5V4a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10.5a1 1 0 0 0 1 1h1" />
  ),
  cross: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9l6 6m0-6-6 6" />,
  dashboard: <path d="M3 12h4l2.5-6.5 4.5 13L16.8 12H21" />,
  device: <path d="M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3.5 14.5h3" />,
  dirt: <path d="M12 3.5s6 6.4 6 10.4a6 6 0 0 1-12 0c0-4 6-10.4 6-10.4ZM9.5 14.5a2.6 2.6 0 0 0 2.5 2.3" />,
  document: <path d="M7 3h7l4 4v13a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm7 0v4h4M9 12h6m-6 4h6" />,
  download: <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14" />,
  door: <path d="M6 21V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17M3.5 21h17M14.5 12v.01" />,
  edit: <path d="m4 20 .9-4.2L15.8 4.9a1.6 1.6 0 0 1 2.3 0l1 1a1.6 1.6 0 0 1 0 2.3L8.2 19.1 4 20ZM14 6.7l3.3 3.3" />,
  euro: <path d="M18.5 6.2A7.5 7.5 0 1 0 18.5 17.8M3.5 10.3h9.5M3.5 13.7h8.5" />,
  filter: <path d="M4 6h16M7 12h10m-7 6h4" />,
  fit: (
    <path d="M4 9V5a1 1 0 0 1 1-1h4m6 0h4a1 1 0 0 1 1 1v4m0 6v4a1 1 0 0 1-1 1h-4m-6 0H5a1 1 0 0 1-1-1v-4M9 9h6v6H9V9Z" />
  ),
  free: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-4-9 3 3 5-5.5" />,
  gateway: (
    <path d="M4 14h16v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-5Zm3.5 3v.01M11 17v.01M12 14v-3m-3.5-1.8a5 5 0 0 1 7 0M6 6.6a8.6 8.6 0 0 1 12 0" />
  ),
  globe: (
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.2 12h17.6M12 3c2.4 2.5 3.6 5.5 3.6 9s-1.2 6.5-3.6 9c-2.4-2.5-3.6-5.5-3.6-9S9.6 5.5 12 3Z" />
  ),
  hand: (
    <path d="M8 12V6a1.5 1.5 0 0 1 3 0v5-6.5a1.5 1.5 0 0 1 3 0V11V6.5a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6c-2.6 0-3.9-1.2-5-3l-2.3-4a1.5 1.5 0 0 1 2.5-1.6L8 14.5" />
  ),
  help: (
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-2.6-11.3a2.7 2.7 0 1 1 3.7 2.6c-.7.3-1.1.8-1.1 1.5v.4m0 3v.01" />
  ),
  history: <path d="M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.5m0-5v5h5M12 7.5V12l3 2" />,
  home: <path d="m4 11 8-7 8 7v8a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1v-8Z" />,
  info: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-9.5V16m0-8v.01" />,
  image: (
    <path d="M5 4.5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1Zm-1 12 4.5-5 4 4.5 2.5-2.5 5 5M15.5 9.5v.01" />
  ),
  key: <path d="M8.5 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.2-7.7L20 3m-4.5 4.5 3 3" />,
  list: <path d="M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01" />,
  locker: (
    <path d="M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm-1 9h14M9 6h6M9 15h6m1-6.5v.01m0 9.49v.01" />
  ),
  logout: <path d="M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5m5-12 4 4-4 4m4-4H9.5" />,
  maintenance: (
    <path d="M14.5 6.5a4.5 4.5 0 0 0-6 5.5L3.5 17a2.1 2.1 0 0 0 3 3l5-5a4.5 4.5 0 0 0 5.5-6l-2.6 2.6-2.5-.6-.6-2.5 2.7-2.5-.5.5Z" />
  ),
  map: <path d="m3.5 6.5 5.7-2.5 5.6 2.5 5.7-2.5v13.5L14.8 20l-5.6-2.5L3.5 20V6.5Zm5.7-2.5v13.5m5.6-11V20" />,
  menu: <path d="M4 6.5h16M4 12h16M4 17.5h16" />,
  minus: <path d="M5 12h14" />,
  moon: <path d="M20 14.3A8.5 8.5 0 0 1 9.7 4a8.5 8.5 0 1 0 10.3 10.3Z" />,
  near: (
    <path d="M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM12 2.5v3m0 13v3M2.5 12h3m13 0h3M12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z" />
  ),
  occupied: <path d="M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm2.5 4.5h7v7h-7z" />,
  offline: (
    <path d="M3 3l18 18M8.7 13.2a5 5 0 0 1 4.8-1.2M5.5 10a9.5 9.5 0 0 1 3.2-2.1m3.9-.6A9.5 9.5 0 0 1 18.5 10M2.5 7a14 14 0 0 1 3.7-2.5m4-1.3A14 14 0 0 1 21.5 7M12 17.5v.01" />
  ),
  open: (
    <path d="M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Zm1.8 0V7.5a3.7 3.7 0 0 1 7-1.7M12 14.5v2" />
  ),
  parking: (
    <path d="M5 3.5h14A1.5 1.5 0 0 1 20.5 5v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V5A1.5 1.5 0 0 1 5 3.5ZM9.5 17V7.5h3.3a2.9 2.9 0 0 1 0 5.8H9.5" />
  ),
  path: (
    <path d="M6 20.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm12-13a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 18.5h7.5a3 3 0 0 0 0-6h-7a3 3 0 0 1 0-6H16" />
  ),
  pause: <path d="M8 5v14m8-14v14" />,
  play: <path d="M7.5 4.5v15l12-7.5-12-7.5Z" />,
  pin: (
    <path d="M6 5.5v.01M12 5.5v.01M18 5.5v.01M6 11v.01M12 11v.01M18 11v.01M6 16.5v.01M12 16.5v.01M18 16.5v.01M12 21v.01" />
  ),
  plate: (
    <path d="M3.5 7h17a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-17a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM6.5 10v4m3-4v4m3.5-4h4.5M13 14h4.5" />
  ),
  plus: <path d="M12 5v14m-7-7h14" />,
  power: <path d="M12 3.5V12m5.5-6a8 8 0 1 1-11 0" />,
  qr: <path d="M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h2.5v2.5H14V14Zm6 0v.01M20 20v-2.5m-6 2.5h2.5" />,
  redo: <path d="M20 9.5h-9a6 6 0 1 0 0 12h3m6-12-4.5-4.5M20 9.5 15.5 14" />,
  refresh: <path d="M20 11a8 8 0 0 0-14-4.5L3.5 9m0-5v5h5M4 13a8 8 0 0 0 14 4.5l2.5-2.5m0 5v-5h-5" />,
  remote: (
    <path d="M9 2.5h6a1 1 0 0 1 1 1v17a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-17a1 1 0 0 1 1-1Zm3 7.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Zm-1.2 4h.01m2.39 0h.01m-2.41 3.5h.01m2.39 0h.01" />
  ),
  rfid: (
    <path d="M4 6h9a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Zm3 8h3M17 9a4.2 4.2 0 0 1 0 6m2.6-8.6a7.9 7.9 0 0 1 0 11.2" />
  ),
  schedule: (
    <path d="M20 10.5v-4a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1V19a1 1 0 0 0 1 1h5M4 10h16M8.5 3.5v4m7-4v4m1 13.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-6v2.2l1.4.9" />
  ),
  phone: (
    <path d="M5 4h3.5L10 8.5 8 10a12 12 0 0 0 6 6l1.5-2 4.5 1.5V19a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4Z" />
  ),
  search: <path d="M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5" />,
  send: <path d="M20.5 3.5 10 14m10.5-10.5L14 20.5 10 14l-6.5-4 17-6.5Z" />,
  sensor: (
    <path d="M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-3.5 1.5a5 5 0 0 1 0-7m7 0a5 5 0 0 1 0 7M6 18a8.5 8.5 0 0 1 0-12m12 0a8.5 8.5 0 0 1 0 12" />
  ),
  share: (
    <path d="M12 15V3.5m-4 4 4-4 4 4M7 11H5.5a1 1 0 0 0-1 1v7.5a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1V12a1 1 0 0 0-1-1H17" />
  ),
  site: (
    <path d="M12 21s7-6.3 7-11.5A7 7 0 0 0 5 9.5C5 14.7 12 21 12 21Zm0-8.8a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4Z" />
  ),
  sun: (
    <path d="M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2v2.5m0 15V22M2 12h2.5m15 0H22M4.9 4.9l1.8 1.8m10.6 10.6 1.8 1.8m0-14.2-1.8 1.8M6.7 17.3l-1.8 1.8" />
  ),
  swap: <path d="M4 8.5h15m-4-4.5 4.5 4.5L15 13m5 2.5H5m4-4.5-4.5 4.5L9 20" />,
  tag: <path d="M4 4h7.5l8.2 8.2a1.4 1.4 0 0 1 0 2l-5.5 5.5a1.4 1.4 0 0 1-2 0L4 11.5V4Zm4 4v.01" />,
  thermometer: <path d="M14 14.3V5.5a2 2 0 1 0-4 0v8.8a4 4 0 1 0 4 0ZM12 10v7" />,
  ticket: (
    <path d="M4 6.5h16a1 1 0 0 1 1 1V10a2 2 0 0 0 0 4v2.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V14a2 2 0 0 0 0-4V7.5a1 1 0 0 1 1-1Zm10 0v2m0 2.5v2m0 2.5v2" />
  ),
  undefined: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z" strokeDasharray="2.5 3.15" />,
  undo: <path d="M4 9.5h9a6 6 0 1 1 0 12h-3m-6-12L8.5 5M4 9.5 8.5 14" />,
  unreachable: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.8 5.8l12.4 12.4" />,
  user: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8.5c.6-3.7 3.9-5.5 8-5.5s7.4 1.8 8 5.5" />,
  wait: (
    <path d="M7 3.5h10M7 20.5h10M8 3.5v3.2c0 2.3 4 3.3 4 5.3s-4 3-4 5.3v3.2M16 3.5v3.2c0 2.3-4 3.3-4 5.3s4 3 4 5.3v3.2" />
  ),
  zone: <path d="M4 4h6.5v6.5H4V4Zm9.5 0H20v6.5h-6.5V4ZM4 13.5h6.5V20H4v-6.5Zm9.5 0H20V20h-6.5v-6.5Z" />,
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** Returns the icon chosen by an operator; `otherwise` if no icon has that name. */
export function iconNamed(name: string | null, otherwise: IconName): IconName {
  return name !== null && Object.hasOwn(drawings, name) ? (name as IconName) : otherwise
}

/** Returns the path of an icon on its 24 px grid, for canvases. */
export function iconLine(name: IconName): string {
  const drawn: ReactElement<{ d: string }> = drawings[name]
  return drawn.props.d
}

/** An icon by name, `size` in px (default 20), in the colour of the surrounding text. */
export function Icon({
  name,
  size = 20,
  ...rest
}: { name: IconName; size?: number } & Omit<SVGProps<SVGSVGElement>, 'name'>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {drawings[name]}
    </svg>
  )
}
