export { default as status } from './status.ts'
export { default as unlink } from './unlink.ts'
