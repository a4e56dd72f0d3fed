export { default as contacts } from './contacts.ts'
