/** The IANA zone of the reader's clock: days of lists over many sites are his. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
