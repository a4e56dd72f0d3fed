export { default as mine } from './mine.ts'
export { default as options } from './options.ts'
export { default as topUp } from './top-up.ts'
export { default as transactions } from './transactions.ts'
