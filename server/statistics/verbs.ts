export { default as figures } from './figures.ts'
export { default as sensors } from './sensors.ts'
