/** What a translation of an area must hold: exactly the keys of its English texts. */
export type Translation<English> = Readonly<Record<keyof English, string>>
