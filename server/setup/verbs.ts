export { default as changes } from './changes.ts'
export { default as checklist } from './checklist.ts'
export { default as makeSite } from './make-site.ts'
export { default as putAway } from './put-away.ts'
