export { default as add } from './add.ts'
export { default as edit } from './edit.ts'
export { default as problems } from './problems.ts'
export { default as remove } from './remove.ts'
