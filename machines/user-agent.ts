/** A browser in the words of its maker, as far as its User-Agent says. */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
}

/** The first that fits counts: Chromium's relatives also say Chrome, and everybody says Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns browser and operating system of a User-Agent header; null where it is none of the common ones. */
export function deviceOf(userAgent: string | null): Device {
  const first = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
  return { browser: first(browsers), system: first(systems) }
}

export type Network = 'this-computer' | 'local' | 'internet'

/** Returns what an address says about where somebody is: no more than whether it is in the local network. */
export function networkOf(address: string): Network {
  const plain = address.toLowerCase()
  if (/^127\.|^::1(\/|$)/.test(plain)) return 'this-computer'
  const isLocal = /^10\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/
  return isLocal.test(plain) ? 'local' : 'internet'
}
