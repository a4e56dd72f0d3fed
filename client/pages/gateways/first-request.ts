/**
 * Returns a command line that sends a gateway's first message: a reading without values of one of its devices, which changes nothing but that
 * it was heard. Quotes in the device's id are escaped for the shell.
 */
export function firstRequest(url: string, token: string, device: string, at: Date): string {
  const message = { id: `first-${at.getTime()}`, at: at.toISOString(), device, kind: 'reading' }
  const body = JSON.stringify({ messages: [message] }).replaceAll("'", String.raw`'\''`)
  return `curl -X POST '${url}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`
}
