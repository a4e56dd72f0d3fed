/** The nine themes: how the portal looks to the people of a company (client/theme/themes.ts). */
export const themeNames = [
  'holdfast',
  'radhafen',
  'campus',
  'stadtwerk',
  'nordkai',
  'lagerhof',
  'voltplatz',
  'bergbahn',
  'messepark',
] as const
export type ThemeName = (typeof themeNames)[number]
