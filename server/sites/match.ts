/** Folds text for comparison: lower case, without accents, ss for ß. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
}

/** The same in SQL. */
const foldedSql = (text: string): string =>
  String.raw`regexp_replace(normalize(replace(lower(${text}), 'ß', 'ss'), NFD), '[\u0300-\u036f]', '', 'g')`

/** SQL: how well :query (folded) matches name and address of site s at location l, 0 to 1. Tolerates a typing error or two. */
export const matchSql = `(select case when position(:query in hay) > 0 then 1 else word_similarity(:query, hay) end
  from (select ${foldedSql("concat_ws(' ', s.name, s.full_name, l.name, l.address, l.zip, l.city)")} as hay) as h)`

/** Minimum score of a match. */
export const minMatch = 0.5
