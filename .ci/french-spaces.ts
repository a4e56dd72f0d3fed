/** Returns a French text with narrow no-break spaces before its punctuation and inside its quotation marks, where no line may break. */
export function frenchSpaces(text: string): string {
  return text.replace(/ (?=[;:?!»])|(?<=«) /g, '\u202f')
}
