type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
interface Gatetimes {
  readonly autoCloseGatetimeSec?: number | undefined
  readonly autoCloseUnusedGatetimeSec?: number | undefined
}

/** Returns the given fields for a model, without missing ones; an empty text is null. */
export function givenFields<T extends object>(fields: T): Given<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([field, value]: [string, unknown]) => [field, value === '' ? null : value]),
  ) as Given<T>
}

/** The same for a device, whose times have unit suffixes in its model. */
export function deviceFields<T extends Gatetimes>({
  autoCloseGatetimeSec: autoCloseGatetimeS,
  autoCloseUnusedGatetimeSec: autoCloseUnusedGatetimeS,
  ...fields
}: T) {
  return givenFields({ ...fields, autoCloseGatetimeS, autoCloseUnusedGatetimeS })
}
