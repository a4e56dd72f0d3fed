// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'undo.of': { name: string | number }
  'undone.of': { name: string | number }
  'putBack.of': { name: string | number }
  isBack: { name: string | number }
}
