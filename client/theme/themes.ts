import { type ThemeName, themeNames } from '../../contract/themes.ts'
import type { ThemeSeed } from './tokens.ts'

/** System font stacks that differ visibly; no font is loaded. */
const stacks = {
  system:
    "-apple-system, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Noto Sans', Cantarell, 'Liberation Sans', system-ui, sans-serif",
  grotesque: "Inter, 'Helvetica Neue', 'Arial Nova', 'Nimbus Sans', 'Liberation Sans', Arial, sans-serif",
  humanist: "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', source-sans-pro, sans-serif",
  geometric: "Avenir, Montserrat, Corbel, 'URW Gothic', source-sans-pro, 'DejaVu Sans', sans-serif",
  rounded:
    "ui-rounded, 'SF Pro Rounded', 'Hiragino Maru Gothic ProN', Quicksand, Nunito, 'Varela Round', Calibri, 'Liberation Sans', sans-serif",
  industrial:
    "Bahnschrift, 'DIN Alternate', 'Franklin Gothic Medium', 'Nimbus Sans Narrow', 'Liberation Sans Narrow', 'Arial Narrow', sans-serif",
  transitional: "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Liberation Serif', serif",
  oldStyle: "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, 'DejaVu Serif', serif",
  slab: "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', 'Sitka Small', serif",
} as const

const plain = (body: keyof typeof stacks, headingWeight = 650) =>
  ({ body: stacks[body], heading: stacks[body], headingWeight, headingSpacing: '-0.015em' }) as const
const paired = (body: keyof typeof stacks, heading: keyof typeof stacks, headingWeight: number, headingSpacing = '0') =>
  ({ body: stacks[body], heading: stacks[heading], headingWeight, headingSpacing }) as const

/** The nine themes. 'holdfast' is the product's own; the others are for customers. */
export const themes = {
  holdfast: {
    name: 'holdfast',
    product: 'Holdfast',
    brand: { hue: 212, chroma: 0.095, light: 0.5, dark: 0.72 },
    neutral: { hue: 225, chroma: 0.01 },
    accentHue: 72,
    fonts: plain('system'),
    radius: '0.5rem',
    rail: 'deep',
    backdrop: 'soundings',
  },
  radhafen: {
    name: 'radhafen',
    product: 'Radhafen',
    brand: { hue: 148, chroma: 0.12, light: 0.5, dark: 0.75 },
    neutral: { hue: 140, chroma: 0.009 },
    accentHue: 95,
    fonts: plain('rounded', 700),
    radius: '0.875rem',
    rail: 'quiet',
    backdrop: 'spokes',
  },
  campus: {
    name: 'campus',
    product: 'Campus Parken',
    brand: { hue: 258, chroma: 0.13, light: 0.42, dark: 0.74 },
    neutral: { hue: 262, chroma: 0.008 },
    accentHue: 85,
    fonts: paired('grotesque', 'transitional', 600),
    radius: '0.25rem',
    rail: 'quiet',
    backdrop: 'colonnade',
  },
  stadtwerk: {
    name: 'stadtwerk',
    product: 'Stadtwerk Mobil',
    brand: { hue: 190, chroma: 0.09, light: 0.48, dark: 0.76 },
    neutral: { hue: 195, chroma: 0.01 },
    accentHue: 105,
    fonts: plain('humanist', 700),
    radius: '0.5rem',
    rail: 'quiet',
    backdrop: 'waterlines',
  },
  nordkai: {
    name: 'nordkai',
    product: 'Nordkai Logistik',
    brand: { hue: 245, chroma: 0.085, light: 0.38, dark: 0.76 },
    neutral: { hue: 240, chroma: 0.014 },
    accentHue: 45,
    fonts: paired('grotesque', 'industrial', 700, '0.01em'),
    radius: '0.1875rem',
    rail: 'deep',
    backdrop: 'stacks',
  },
  lagerhof: {
    name: 'lagerhof',
    product: 'Lagerhof',
    brand: { hue: 48, chroma: 0.13, light: 0.52, dark: 0.76 },
    neutral: { hue: 65, chroma: 0.012 },
    accentHue: 200,
    fonts: paired('humanist', 'slab', 700),
    radius: '0.375rem',
    rail: 'deep',
    backdrop: 'shelving',
  },
  voltplatz: {
    name: 'voltplatz',
    product: 'Voltplatz',
    brand: { hue: 290, chroma: 0.17, light: 0.48, dark: 0.74 },
    neutral: { hue: 285, chroma: 0.01 },
    accentHue: 165,
    fonts: plain('geometric', 700),
    radius: '0.75rem',
    rail: 'deep',
    backdrop: 'circuit',
  },
  bergbahn: {
    name: 'bergbahn',
    product: 'Bergbahn Depot',
    brand: { hue: 12, chroma: 0.16, light: 0.48, dark: 0.74 },
    neutral: { hue: 30, chroma: 0.007 },
    accentHue: 235,
    fonts: paired('system', 'oldStyle', 600),
    radius: '0.375rem',
    rail: 'quiet',
    backdrop: 'ridges',
  },
  messepark: {
    name: 'messepark',
    product: 'Messepark',
    brand: { hue: 350, chroma: 0.17, light: 0.5, dark: 0.74 },
    neutral: { hue: 320, chroma: 0.006 },
    accentHue: 60,
    fonts: paired('system', 'industrial', 700),
    radius: '0',
    rail: 'deep',
    backdrop: 'facets',
  },
} as const satisfies Record<ThemeName, ThemeSeed>

export const defaultTheme: ThemeName = 'holdfast'

/** Returns the theme with a name received from the server; the default for an unknown one. */
export function themeOf(name: string | null | undefined): ThemeSeed {
  return themes[themeNames.find((known) => known === name) ?? defaultTheme]
}
