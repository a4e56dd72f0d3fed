type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
interface Gatetimes {
  readonly autoCloseGatetimeSec?: number | undefined
  readonly autoCloseUnusedGatetimeSec?: number | undefined
}

/** The given fields as a model takes them; what was not given is left out, an empty text is none. */
export function givenFields<T extends object>(fields: T): Given<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([field, value]: [string, unknown]) => [field, value === '' ? null : value]),
  ) as Given<T>
}

/** The same of a device, whose times have the short names of units in its model. */
export function deviceFields<T extends Gatetimes>({
  autoCloseGatetimeSec: autoCloseGatetimeS,
  autoCloseUnusedGatetimeSec: autoCloseUnusedGatetimeS,
  ...fields
}: T) {
  return givenFields({ ...fields, autoCloseGatetimeS, autoCloseUnusedGatetimeS })
}
