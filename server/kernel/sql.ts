/** A timestamp column in SQL as the wire writes it: UTC with milliseconds. */
export function wireTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Returns a LIKE pattern that matches a text anywhere; % and _ in it are literal. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
