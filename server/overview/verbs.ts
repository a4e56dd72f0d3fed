export { default as read } from './read.ts'
