// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'edit.act': { count: number }
  edited: { count: number }
  before: { value: string | number }
  after: { value: string | number }
  summary: { acted: number; unchanged: string | number; refused: string | number }
  skip: { count: string | number }
  'remove.title': { count: number }
  'remove.summary': { acted: number; refused: string | number }
  'remove.word': { count: string | number }
  'remove.act': { count: number }
  removed: { count: number }
}
