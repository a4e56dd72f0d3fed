/** The IANA zone of the reader's clock, which defines the days of lists over many sites. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
