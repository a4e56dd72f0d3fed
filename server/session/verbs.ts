export { default as me } from './me.ts'
export { default as myProducts } from './my-products.ts'
export { default as setLanguage } from './set-language.ts'
