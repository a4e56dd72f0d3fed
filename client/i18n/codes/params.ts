// Written by `npm run texts`. Do not edit.
/** The parameters of the texts of this area. */
export interface Params {
  'add.done': { zone: string | number }
  'open.sites': { count: number }
  'code.event': { event: string | number }
  'code.removeOf': { code: string | number }
  'remove.title': { code: string | number }
  'remove.text': { zone: string | number }
  'remove.done': { code: string | number }
  'new.done': { code: string | number }
  'delete.title': { code: string | number }
  'delete.text': { zone: string | number; count: number }
  'delete.done': { code: string | number }
  saved: { code: string | number }
  'edit.lead': { count: number }
  'blocked.title': { zone: string | number }
  'blocked.text': { reason: string | number }
  'blocked.by': { name: string | number; date: string | number }
  'blocked.byNobody': { date: string | number }
}
