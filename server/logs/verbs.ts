export { default as changes } from './changes.ts'
export { default as list } from './list.ts'
export { default as read } from './read.ts'
