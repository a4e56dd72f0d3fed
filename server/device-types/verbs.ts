export { default as list } from './list.ts'
export { default as saveFieldMap } from './save-field-map.ts'
